import { useState } from 'react'
import { inARow } from '../../../shared/words/format.ts'
import { LIST_WORDS } from '../../../shared/words/projects/build.ts'
import { unusableText } from '../../../shared/words/show/check.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { EncodeWay } from '../../ui/actions/EncodeWay.tsx'
import { Hourglass, Warning } from '../../ui/icons/icons.tsx'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'

interface Props {
  files: readonly { id: string; name: string; errors: readonly string[] }[]
  /** The progress of files that are being encoded, by id. */
  encodes: ReadonlyMap<string, number | null>
  spot: FeedbackId
}

/**
 * The files of a list that cannot be broadcast, and how to fix that. Once shown, it stays when all is well again: what
 * is beneath must not move under a pointer that was on its button.
 */
export function Unusable({ files, encodes, spot }: Props) {
  const [shown, setShown] = useState(false)
  if (files.length > 0 && !shown) setShown(true)
  if (files.length === 0)
    return shown ? (
      <div className="row box build-out">
        <GoodTick />
        <p role="status">{LIST_WORDS.allUsable}</p>
      </div>
    ) : null
  const isEncoding = ({ errors }: Props['files'][number]) => errors.includes('encoding_in_progress')
  const encoding = files.filter(isEncoding)
  const others = files.filter((one) => !isEncoding(one))
  return (
    <div className="row box build-out" data-wait>
      {others.length > 0 ? <Warning /> : <Hourglass />}
      <p>
        {others.length > 0 && (
          <>
            <b>{LIST_WORDS.cannotBeUsed(others.length)}</b> <small>{unusableText(others)}</small>{' '}
          </>
        )}
        {encoding.length > 0 && (
          <span className="num">
            {inARow(encoding.map(({ id, name }) => LIST_WORDS.encoding(name, encodes.get(id) ?? null)))}
          </span>
        )}
      </p>
      <EncodeWay files={files} spot={spot} />
    </div>
  )
}
