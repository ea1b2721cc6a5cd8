/** What is said of views that are put together of many reads. */
import { numeral } from './format.ts'

export const VIEW_WORDS = {
  /** The list they begin with was not read whole. */
  listNotWhole: 'The list kept changing while it was read, or is too long.',
  /** e.g. "17 of 300 read so far." */
  partial: (read: number, of: number) => `${numeral(read)} of ${numeral(of)} read so far.`,
} as const
