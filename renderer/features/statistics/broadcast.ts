import type { Answer } from '../../../shared/contract/operations.ts'
import { clockTime } from '../../../shared/words/format.ts'

export type Broadcast = Answer<'listBroadcasts'>['broadcasts'][number]
export type Statistics = Answer<'getStatistics'>
export type PlayedRow = Answer<'getPlayedFiles'>['rows'][number]

/** The time on air as a clock, including more than 24 hours; null: unknown. */
export const lengthOf = (duration: number | null): string | null => (duration === null ? null : clockTime(duration))

/** Sorted explicitly: the contract does not define the order of the list. */
export const newestFirst = (all: readonly Broadcast[]): Broadcast[] =>
  all.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
