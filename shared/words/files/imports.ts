import { asSentence, counted, numeral } from '../format.ts'

/** Texts about imports. */
export const IMPORT_WORDS = {
  queued: (count: number, again: number) =>
    `${counted(count, 'file')} queued for import.${again ? ` Already in the queue: ${numeral(again)}.` : ''}`,
  tooMany: (most: number) => `The queue holds ${numeral(most)} at most. Nothing was queued.`,
  onlyHere: 'Only the local studio takes files of this computer. Import a link, or change to the local studio.',
  again: 'Queued for import again.',
  removed: 'Removed from the queue. An import that is running continues at the service.',
  removedUnsent: 'Removed from the queue. It was not sent.',
  cleared: 'The queue shows no finished imports any more.',
  error: 'The service could not import it.',
  stopped: 'The import was stopped. It will not resume by itself.',
  stoppedNow: 'Import stopped. It will not resume by itself.',
  encodeCancelled: 'Encode cancelled. The file stays as it was.',
  onlyStudioEnds:
    'Only the local studio can stop an import or an encode. A hosted service finishes what it has begun.',
  notKept: (why: string) => `The queue could not be saved: ${asSentence(why)} It is as it was.`,
  notRemoved: (why: string) => `It is not sent any more, but it stays in the queue: ${asSentence(why)}`,
  notSent: 'It could not be sent.',
  gone: 'The file was deleted during the import.',
  lost: 'The service did not say which file it is.',
  forgotten: 'The service knows nothing of this import any more. Check Files before you try again.',
  notKnown: 'No reply. It may still be importing: check Files before you try again.',
  noSuch: 'It is no longer in the queue.',
  isRunning: 'It is already importing.',
} as const
