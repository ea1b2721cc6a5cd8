import { LIBRARY_NAMES } from '../../../shared/words/files/library.ts'
import type { PanelState } from '../../store/store.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'

export type Work = 'import' | 'encode'

/** Only the local studio can end an import or an encode: for a hosted service there is nothing to press. */
export const onStudio = ({ state }: PanelState): boolean => state !== null && state.rehearsal !== null

const ENDS = {
  import: { operation: 'stopImport', name: LIBRARY_NAMES.stopImport },
  encode: { operation: 'cancelEncode', name: LIBRARY_NAMES.cancelEncode },
} as const

interface Props {
  work: Work
  fileId: string
  name: string
  spot: FeedbackId
  tabIndex?: number
}

/** Ends what the local studio does on a file. */
export function EndWork({ work, fileId, name, spot, tabIndex }: Props) {
  const { operation, name: what } = ENDS[work]
  const command = { type: 'edit', operation, input: { fileId } } as const
  return (
    <>
      <CommandButton name={what} of={name} spot={spot} tabIndex={tabIndex} command={command} />
      <Answer spots={[spot]} />
    </>
  )
}
