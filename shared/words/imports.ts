import { counted } from './format.ts'

/** What is said of imports. */
export const IMPORT_WORDS = {
  queued: (count: number) => `${counted(count, 'link')} queued for import.`,
  again: 'Queued for import again.',
  removed: 'Removed from the queue. What is being imported goes on at the service.',
  error: 'The service could not import it.',
  stopped: 'The import was stopped. It does not go on by itself.',
  notSent: 'It could not be sent.',
  lost: 'The service did not say which file it is.',
  notKnown: 'No reply. It may be importing all the same: look in Files before you try again.',
  noSuch: 'It is not in the queue any more.',
  isRunning: 'It is being imported already.',
} as const
