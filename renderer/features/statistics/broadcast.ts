import type { Answer } from '../../../shared/contract/operations.ts'
import { clockTime } from '../../../shared/words/format.ts'

export type Broadcast = Answer<'listBroadcasts'>['broadcasts'][number]
export type Statistics = Answer<'getStatistics'>
export type PlayedRow = Answer<'getPlayedFiles'>['rows'][number]

/** How long it was on air, over 24 hours as well; null: not known. */
export const lengthOf = (duration: number | null): string | null => (duration === null ? null : clockTime(duration))

/** In order: the service does not say in which it lists them. */
export const newestFirst = (all: readonly Broadcast[]): Broadcast[] =>
  all.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
