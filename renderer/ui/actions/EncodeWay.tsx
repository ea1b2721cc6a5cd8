import { canEncode } from '../../../shared/words/files/files.ts'
import { CHECK_NAMES, ENCODING, encodeName } from '../../../shared/words/show/check.ts'
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
  const encoding = files.filter(({ errors }) => errors.includes('encoding_in_progress')).length
  // The same button stays while it encodes: a second click must not hit something else.
  if (fileIds.length === 0 && encoding > 0)
    return (
      <PressButton
        name={encodeName(encoding)}
        spot={spot}
        className={className}
        reason={ENCODING}
        onPress={() => {}}
      />
    )
  if (fileIds.length === 0)
    return (
      <a className={`button ${className}`} href={hashOf('files')}>
        {CHECK_NAMES.files}
      </a>
    )
  const encode = () => void press(spot, { type: 'edit', operation: 'encodeFiles', input: { fileIds } })
  return <PressButton name={encodeName(fileIds.length)} spot={spot} className={className} onPress={encode} />
}
