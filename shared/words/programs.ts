import { asSentence, span } from './format.ts'

/**
 * Why a program has no answer from a running Cuelight. `nobody`: none runs. `leftOver`: none runs, and one ended without
 * putting its socket away. `lost`: the link ended, after or
 * before something was sent. `silent`: it runs and does not answer. `notUnderstood`: it is of another
 * version.
 */
export type ProgramProblem =
  | { problem: 'nobody' }
  | { problem: 'leftOver' }
  | { problem: 'unreachable'; said: string }
  | { problem: 'lost'; sent: boolean }
  | { problem: 'silent'; waitedMs: number }
  | { problem: 'notUnderstood'; field: string; said: string }

/** What happened, what is true now, what to do. */
export function tellProgramProblem(about: ProgramProblem): string {
  switch (about.problem) {
    case 'nobody':
      return 'No Cuelight runs. Nothing was sent and nothing was started. Start it first.'
    case 'leftOver':
      return 'No Cuelight runs: the last one ended without notice, and its socket is still there. Nothing was sent and nothing was started. Start it: it puts that right.'
    case 'unreachable':
      return `Cuelight cannot be reached: ${asSentence(about.said)} Nothing was sent.`
    case 'lost':
      return 'Cuelight ended, or closed the connection.'
    case 'silent':
      return `Cuelight runs, and has not answered for ${span(about.waitedMs)}.`
    case 'notUnderstood':
      return `The Cuelight that runs is of another version and does not understand this (${about.field}: ${about.said}). Nothing was sent.`
  }
}

/** What a start says that finds Cuelight running. */
export const SECOND_START = {
  panel: 'Cuelight is running already: this is its panel.',
  window: 'Cuelight is running already: its window is in front.',
  nobody: (dataDir: string) =>
    `Another Cuelight holds ${dataDir} and cannot be found: it is just starting or ending, or the folder was taken away while it ran. Nothing was started. Try again in a moment; if it stays so, end the one that runs first.`,
  silent: (dataDir: string, why: string) =>
    `Cuelight is running already in ${dataDir}, but was not brought to the front. ${why}`,
} as const

/** What a start says in the terminal it was typed into. */
export const STARTING_WORDS = {
  noBrowser: 'No browser could be opened here: open the address above by hand.',
  leftToChromium: (options: string) => `Left to Chromium, for they are no options of Cuelight's: ${options}`,
  notStarted: (why: string) => `Cuelight could not start: ${why}`,
  portTaken: (asked: number, taken: number) =>
    `Port ${asked} cannot be had: another program has it, or this user may not. The panel is on ${taken}.`,
} as const

/** Why a link was refused: nothing of the link itself is repeated, for it could be anything. */
export const LINK_PROBLEMS = {
  notText: 'it is no text',
  tooLong: 'it is too long to be one of ours',
  oddCharacters: 'there are characters in it that do not belong there',
  otherScheme: 'it does not begin with cuelight://',
  otherForm: 'it is not of the form cuelight://what?project=name',
  unknownVerb: 'there is nothing of that name: go-live, stop and show are what links are for',
  unknownParameter: 'there is a part in it that means nothing here',
  missingParameter: 'a part of it is missing, or says something else than it may',
  repeated: 'one part of it stands there twice',
} as const

/** What the panel's server says to whom it turns away: plain words for a person at a browser. */
export const ACCESS_WORDS = {
  usedAddress: 'This address has been used already, or is not one of ours.',
  unreadableAddress: 'The address cannot be read.',
  notOurs: 'This address is not ours.',
  onlyGet: 'Only GET is answered here.',
  noBody: 'Nothing may be sent along here.',
  noPage: 'There is no such page.',
  ownFault: 'Cuelight could not answer. See its log.',
} as const

/** Asked of the reading door. */
export const NO_SUCH_QUERY = 'There is no query of that name.'
