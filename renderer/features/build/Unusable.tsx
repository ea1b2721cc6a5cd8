import { LIST_WORDS } from '../../../shared/words/projects/build.ts'
import { unusableText } from '../../../shared/words/show/check.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { EncodeWay } from '../../ui/actions/EncodeWay.tsx'
import { Warning } from '../../ui/icons/icons.tsx'

interface Props {
  files: readonly { id: string; name: string; errors: readonly string[] }[]
  spot: FeedbackId
}

/** The files of a list that cannot be broadcast, and how to fix that. */
export function Unusable({ files, spot }: Props) {
  if (files.length === 0) return null
  return (
    <div className="row box build-out" data-wait>
      <Warning />
      <p>
        <b>{LIST_WORDS.cannotBeUsed(files.length)}</b> <small>{unusableText(files)}</small>
      </p>
      <EncodeWay files={files} spot={spot} />
    </div>
  )
}
