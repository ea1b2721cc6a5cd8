import { composedEdits } from '../../../../shared/contract/composed.ts'
import { IMPORT_WORDS } from '../../../../shared/words/files/imports.ts'
import type { Context } from '../context.ts'
import { Refused, type Rehearsal, refusedByStudio } from '../ports.ts'
import type { Composed } from './composed.ts'

/** Its entry in our queue, if it has one, ends with the next reading: there the studio reports it as stopped. */
export const stopImport: Composed<'stopImport'> = async ({ fileId }, context) => {
  await atStudio('stopImport', context, (studio) => studio.stopImport(fileId))
  context.wakeImports()
  return { id: fileId, synced: null, about: IMPORT_WORDS.stoppedNow }
}

export const cancelEncode: Composed<'cancelEncode'> = async ({ fileId }, context) => {
  await atStudio('cancelEncode', context, (studio) => studio.cancelEncode(fileId))
  return { id: fileId, synced: null, about: IMPORT_WORDS.encodeCancelled }
}

async function atStudio(
  name: 'stopImport' | 'cancelEncode',
  { ports, queries }: Context,
  work: (studio: Rehearsal) => Promise<void>,
): Promise<void> {
  const studio = ports.rehearsal?.()
  if (!studio) throw new Refused({ reason: 'edit', message: IMPORT_WORDS.onlyStudioEnds })
  // Also after a failure: its response may only have been late.
  await work(studio)
    .finally(() => queries.touch(composedEdits[name].touches, null))
    .catch(refusedByStudio)
}
