import type { AnyEdit } from '../../contract/inputs.ts'
import type { OpenWork, Waits, WaitsFor } from '../../workflows.ts'
import { asSentence } from '../format.ts'
import { OPERATION_WORDS } from './operations.ts'

const NEXT: Record<WaitsFor, string> = {
  service: 'Cuelight carries on once the service answers.',
  reply: 'Cuelight is checking whether the last request worked.',
  padlock: 'Cuelight carries on once the padlock is open.',
  disk: 'Cuelight carries on once the disk takes it.',
  air: 'Cuelight carries on once the broadcast has ended.',
  person: 'It waits for you.',
  wish: 'Cuelight carries on once that is settled.',
  removal: 'Cuelight removes the record as soon as the disk lets it.',
  start: 'Cuelight carries on once it is started again.',
  account: 'Cuelight carries on once this account is in use again.',
  version: 'Open that version to finish it, or make the change again here.',
}

/** An operation begun by another version may have no name here. */
const named = (operation: string, projectName: string): string =>
  `${OPERATION_WORDS[operation as AnyEdit]?.asked ?? operation} (${projectName})`

/** Texts for running edits of several requests. */
export const WORKFLOW_WORDS = {
  noEnd: 'It does not come to an end',
  signalFirst: 'Something newer about the same thing waits to be sent first',
  notRemoved:
    'It is over, but the disk keeps its record: if Cuelight ended now, it would carry on with it when it starts again',
  closing: 'Cuelight is closing',
  otherAccount: 'Another account is in use now',
  diskSlow: 'The disk is slow to let go of the change before',
  slowReplies: 'The service answers too slowly to be sure what is there',
  behind: 'The service does not show the last change yet',
  reading: 'The service has not answered yet',
  /** @param stands what an earlier request may have done */
  past: (stands: string) => `${asSentence(stands)} Cuelight was not looking for a while: check what is so now.`,
  answerLost: 'The answer to the last request was lost',
  signalLost: 'It was changed in another way meanwhile, and whether that worked is not known',
  notRead: 'Another version of Cuelight began this, and this version cannot read how far it is',
  nothingChanged: (why: string) => `${asSentence(why)} Nothing was changed.`,
  /** Why it waits, and what happens next. */
  waits: ({ why, for: what }: Waits) => `${asSentence(why)} ${NEXT[what]}`,
  /** The banner: what it is, why it waits, and what happens next. */
  halfDone: ({ operation, waits }: Pick<OpenWork, 'operation' | 'waits'>, projectName: string) =>
    `${named(operation, projectName)}: ${waits?.for === 'removal' ? 'its record is still there' : waits?.for === 'reply' ? 'no reply yet' : 'half done'}`,
  stands: ({ why, for: what }: Waits) => ({ now: asSentence(why), todo: NEXT[what] }),
  /** The progress of an edit that may be left incomplete. */
  leftAs: ({ operation, stands, waits }: Pick<OpenWork, 'operation' | 'stands' | 'waits'>, projectName: string) =>
    `${named(operation, projectName)}: ${waits?.for === 'removal' ? '' : 'not finished. '}${asSentence(stands)}`,
  /** One line of `status`. */
  open: (one: Pick<OpenWork, 'operation' | 'waits'>, projectName: string) =>
    one.waits
      ? `${WORKFLOW_WORDS.halfDone(one, projectName)}. ${WORKFLOW_WORDS.waits(one.waits)}`
      : `${named(one.operation, projectName)}: under way.`,
} as const
