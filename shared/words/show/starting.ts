/** A broadcast that starts automatically: no user action is involved, and viewers will see it. */
import { clockTime, timeOfDay } from '../format.ts'

export const STARTING_WORDS = {
  /** The time is shown below it. */
  startsIn: (project: string, leftMs: number) =>
    leftMs <= 0 ? `${project} starts by itself` : `${project} starts by itself in`,
  now: 'Now',
  /** In one line. @param leftMs until then */
  short: (project: string, leftMs: number) =>
    leftMs <= 0 ? `${project} starts now` : `${project} starts in ${clockTime(leftMs / 1_000)}`,
  left: (leftMs: number) => (leftMs <= 0 ? 'now' : clockTime(Math.ceil(leftMs / 1_000))),
  /** The button that cancels the start. @param at wall ms */
  not: (at: number) => (isEvening(new Date(at).getHours()) ? 'Not tonight' : 'Not today'),
  question: (project: string, at: number) => `Cancel the ${timeOfDay(at, false)} start of ${project}?`,
  about: 'Nothing goes live by itself then. Its other dates stay.',
  keep: 'Keep it',
  cancel: 'Cancel this date',
} as const

const isEvening = (hour: number): boolean => hour >= 17 || hour < 5

/** The padlock, where it can only be opened. */
export const LOCKED_WORDS = { open: 'Open the padlock' } as const
