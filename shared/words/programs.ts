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
