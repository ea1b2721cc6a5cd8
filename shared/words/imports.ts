import { asSentence, counted, numeral } from './format.ts'

/** What is said of imports. */
export const IMPORT_WORDS = {
  queued: (count: number, again: number) =>
    `${counted(count, 'link')} queued for import.${again ? ` ${counted(again, 'link')} more in the queue already.` : ''}`,
  tooMany: (most: number) => `The queue holds ${numeral(most)} links at most. Nothing was queued.`,
  again: 'Queued for import again.',
  removed: 'Removed from the queue. What is being imported goes on at the service.',
  error: 'The service could not import it.',
  stopped: 'The import was stopped. It does not go on by itself.',
  notKept: (why: string) => `The queue could not be written down: ${asSentence(why)} It is as it was.`,
  notSent: 'It could not be sent.',
  gone: 'The file was deleted while it was imported.',
  lost: 'The service did not say which file it is.',
  notKnown: 'No reply. It may be importing all the same: look in Files before you try again.',
  noSuch: 'It is not in the queue any more.',
  isRunning: 'It is being imported already.',
} as const
