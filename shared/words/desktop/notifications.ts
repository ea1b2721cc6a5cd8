/** Texts of notifications: a title to be read in passing, and a body with details. */
import type { CommandName } from '../../commands/commands.ts'
import type { LiveEvent, Outcome } from '../../outcome.ts'
import type { DestinationState, ProjectState } from '../../state.ts'
import { COMMAND_WORDS } from '../commands/commands.ts'
import { asSentence, listed, span, timeOfDay } from '../format.ts'
import { LAST_END_TODO, NAMES, REHEARSAL_MARK } from '../labels.ts'
import { describeEvent, describeOutcome } from '../outcomes/outcomes.ts'
import { failingSentence } from '../show/show.ts'

export interface Message {
  title: string
  body: string
}

const message = (title: string, body: string): Message => ({ title, body })

const minutes = (ms: number): string => `${Math.max(1, Math.ceil(ms / 60_000))} min`

export const BUTTONS = { sync: NAMES.sync, stop: 'Stop…' } as const

/** `ms`: how long it was on air; null: never, or unknown. */
export const NEWS = {
  /** A rehearsal must never be mistaken for a real show. */
  rehearsed: ({ title, body }: Message) => message(`${REHEARSAL_MARK} · ${title}`, body),
  live({ name, live }: ProjectState): Message {
    const where = listed((live?.destinations ?? []).map((one) => one.name))
    return message(`On air: ${name}`, where ? `On ${where}.` : 'Viewers can see it now.')
  },
  stopped({ name }: ProjectState, ms: number | null, wasPreparing: boolean): Message {
    const before = wasPreparing ? 'It ended before it was on air.' : 'Viewers no longer see it.'
    return message(`Off air: ${name}`, ms === null ? before : `It was on air for ${span(ms)}.`)
  },
  /** It was not stopped from here, and was not due to end. */
  endedElsewhere({ name, lastEnd }: ProjectState, ms: number | null): Message {
    const length = ms === null ? '' : `It was on air for ${span(ms)}. `
    return lastEnd?.by === 'lateStop'
      ? message(`Ended: ${name}`, `${length}${LAST_END_TODO.lateStop}`)
      : message(`Ended elsewhere: ${name}`, `${length}${LAST_END_TODO.elsewhere}`)
  },
  badEnd: ({ name }: ProjectState, error: string) =>
    message(`Ended with an error: ${name}`, `${asSentence(error)} Check the studio for details.`),
  failedCommand(command: CommandName, projectName: string | null, outcome: Outcome): Message {
    const what = projectName === null ? COMMAND_WORDS[command] : `${COMMAND_WORDS[command]}: ${projectName}`
    return message(outcome.result === 'unknown' ? `Not known: ${what}` : `Failed: ${what}`, describeOutcome(outcome))
  },
  /** @param faulty the destinations whose fault is new */
  faulty({ name }: ProjectState, faulty: readonly DestinationState[]): Message {
    const title =
      faulty.length === 1 ? 'A destination reports a fault' : `${faulty.length} destinations report a fault`
    return message(`${title}: ${name}`, failingSentence(faulty))
  },
  forcedEnd({ name }: ProjectState, { at, by }: { at: number; by: 'planned' | 'schedule' }, leftMs: number): Message {
    const why = by === 'planned' ? 'Its planned duration ends' : 'The next scheduled broadcast begins'
    return message(`${name} ends in ${minutes(leftMs)}`, `${why} at ${timeOfDay(at, false)}.`)
  },
  scheduleNear: ({ name }: ProjectState, at: number, leftMs: number) =>
    message(`${name} begins in ${minutes(leftMs)}`, `It is scheduled for ${timeOfDay(at, false)}.`),
  settled: (projectName: string | null, event: LiveEvent) => message(projectName ?? 'Checked', describeEvent(event)),
  /** The core did not carry out the command of a notification's button. */
  notDone: (command: CommandName, outcome: Outcome) =>
    message(`Not done: ${COMMAND_WORDS[command]}`, describeOutcome(outcome)),
} as const
