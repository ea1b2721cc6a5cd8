import { canEncode } from '../../../shared/words/files/files.ts'
import { CHECK_NAMES, encodeName } from '../../../shared/words/show/check.ts'
import { useActions } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { PressButton } from '../button/PressButton.tsx'

interface Props {
  /** Files that cannot be broadcast; `errors` are the codes that explain why. */
  files: readonly { id: string; errors: readonly string[] }[]
  spot: FeedbackId
  className?: string
}

/**
 * The fix for files that cannot be broadcast: encodes those for which that helps; if there are none, links to the
 * Files screen.
 */
export function EncodeWay({ files, spot, className = 'quiet' }: Props) {
  const { press } = useActions()
  const fileIds = files.filter(({ errors }) => canEncode(errors)).map(({ id }) => id)
  if (fileIds.length === 0)
    return (
      <a className={`button ${className}`} href={hashOf('files')}>
        {CHECK_NAMES.files}
      </a>
    )
  const encode = () => void press(spot, { type: 'edit', operation: 'encodeFiles', input: { fileIds } })
  return <PressButton name={encodeName(fileIds.length)} spot={spot} className={className} onPress={encode} />
}
