/** The warning before a broadcast ends without a user action. */
import { span, timeOfDay } from '../format.ts'

export const ENDING_WORDS = {
  headline: (name: string, leftMs: number) =>
    leftMs > 0
      ? `${name} ends in ${span(Math.ceil(leftMs / 60_000) * 60_000)}.`
      : `${name} should have ended by now.`,
  why: {
    planned: (at: number) =>
      `Its planned duration ends at ${timeOfDay(at, false)}. That cannot change while it is on air.`,
    schedule: (at: number) => `The next scheduled broadcast begins at ${timeOfDay(at, false)}.`,
  },
  move: 'Move that date',
} as const
