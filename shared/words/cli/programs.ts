import { asSentence, span } from '../format.ts'

/**
 * Why a program gets no response from a running Cuelight. `nobody`: none runs. `leftOver`: none runs, and one ended
 * without removing its socket. `lost`: the link ended, before or after something was sent. `silent`: it runs but does
 * not respond. `notUnderstood`: it is another version.
 */
export type ProgramProblem =
  | { problem: 'nobody' }
  | { problem: 'leftOver' }
  | { problem: 'unreachable'; said: string }
  | { problem: 'lost'; sent: boolean }
  | { problem: 'silent'; waitedMs: number }
  | { problem: 'notUnderstood'; field: string; said: string }

/** What happened, what is true now, what to do. */
export function describeProgramProblem(about: ProgramProblem): string {
  switch (about.problem) {
    case 'nobody':
      return 'Cuelight is not running. Nothing was sent and nothing was started. Start it first.'
    case 'leftOver':
      return 'Cuelight is not running: the last one ended without notice, and its socket is still there. Nothing was sent and nothing was started. Starting it puts that right.'
    case 'unreachable':
      return `Cuelight cannot be reached: ${asSentence(about.said)} Nothing was sent.`
    case 'lost':
      return 'Cuelight ended, or closed the connection.'
    case 'silent':
      return `Cuelight is running, but has not answered for ${span(about.waitedMs)}.`
    case 'notUnderstood':
      return `The running Cuelight is another version and does not understand this (${about.field}: ${about.said}). Nothing was sent.`
  }
}

/** Shown when Cuelight is started while it is already running. */
export const SECOND_START = {
  panel: 'Cuelight is already running: this is its panel.',
  window: 'Cuelight is already running: its window is in front.',
  nobody: (dataDir: string) =>
    `Another Cuelight is using ${dataDir} and cannot be found: it is starting or closing, or the folder was removed while it ran. Nothing was started. Try again in a moment; if that does not help, end the other one first.`,
  silent: (dataDir: string, why: string) =>
    `Cuelight is already running in ${dataDir}, but was not brought to the front. ${why}`,
} as const

/** Printed to the terminal on start. */
export const STARTING_WORDS = {
  noBrowser: 'No browser could be opened here: open the address above yourself.',
  leftToChromium: (options: string) => `Left to Chromium, because Cuelight has no such options: ${options}`,
  notStarted: (why: string) => `Cuelight could not start: ${why}`,
  portTaken: (asked: number, taken: number) =>
    `Port ${asked} is not available: another program has it, or this user may not use it. The panel is on ${taken}.`,
} as const

/** Why a start did not get the key it was given. */
export const KEY_FILE_WORDS = {
  stdin: 'standard input',
  none: (where: string) => `--key-file: there is no key in ${where}.`,
  notOneKey: (where: string) => `--key-file: ${where} holds more than one key, and nothing else may be in it.`,
} as const

/** Why a link was refused: the link itself is never quoted, because it could be anything. */
export const LINK_PROBLEMS = {
  notText: 'it is not text',
  tooLong: 'it is too long to be one of ours',
  oddCharacters: 'it has characters that do not belong there',
  otherScheme: 'it does not begin with cuelight://',
  otherForm: 'it does not look like cuelight://what?project=name',
  unknownVerb: 'a link can only go-live, stop or show',
  unknownParameter: 'a part of it means nothing here',
  missingParameter: 'a part of it is missing, or not allowed',
  repeated: 'a part of it appears twice',
} as const

/** The panel server's texts when it refuses access: plain words for users at a browser. */
export const ACCESS_WORDS = {
  usedAddress: 'This address has already been used, or is not one of ours.',
  unreadableAddress: 'The address cannot be read.',
  notOurs:
    'Cuelight is running here. Its panel has an address of its own, and this is not it. To get it: cuelight panel (from a checkout: npm run --silent cuelight -- panel). Then open what it prints.',
  onlyGet: 'Only GET works here.',
  noBody: 'Requests here must have no body.',
  noPage: 'There is no such page.',
  ownFault: 'Cuelight could not answer. See its log.',
} as const

/** Refusal of an unknown query. */
export const NO_SUCH_QUERY = 'There is no query with that name.'
