import { useState } from 'react'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import { LIBRARY_NAMES } from '../../../shared/words/files/library.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { PLACE_NAMES } from '../../../shared/words/panel/places.ts'
import * as words from '../../../shared/words/projects/guide.ts'
import { useUnusable } from '../../data/useUnusable.ts'
import { useActions } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Cross, Hourglass } from '../../ui/icons/icons.tsx'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import type { Chosen } from './draft.ts'
import type { Slots } from './slots.ts'
import { isComing } from './useArrivals.ts'

const { GUIDE_WORDS } = words
const SPOT = 'edit:guide'

interface Props {
  files: readonly Chosen[]
  imports: readonly ImportEntry[]
  slots: Slots
  /** The videos are in a list at the service: that list is edited from now on. */
  isMade: boolean
  onAdd(files: readonly Chosen[]): void
  onRemove(id: string): void
  onNext(): void
  /** Why it cannot go on, besides the videos. */
  reason?: string | null
  /** In place of the words of the first step. */
  hint?: string
  next?: string
}

/** Imports videos or chooses existing ones. Imports that finish meanwhile are appended. */
export function VideosStep(props: Props) {
  const { files, imports, slots, isMade, onAdd, onRemove, onNext, reason = null } = props
  const { hint = isMade ? GUIDE_WORDS.placed : GUIDE_WORDS.videosHint, next = GUIDE_WORDS.next } = props
  const { Import, Choose, Unusable } = slots
  const { tell } = useActions()
  const [open, setOpen] = useState<'import' | 'choose' | null>(null)
  const waiting = imports.filter(isComing)
  const { unusable, encodes } = useUnusable(new Set(files.map(({ id }) => id)))
  const none = waiting.length > 0 ? GUIDE_WORDS.needImport : GUIDE_WORDS.needVideo
  const why = files.length === 0 ? none : unusable.length > 0 ? words.needUsable(unusable.length) : reason
  return (
    <>
      <p className="small">{hint}</p>
      <div className="row">
        <Button className="main" onClick={() => setOpen('import')}>
          <Plus />
          {LIBRARY_NAMES.import}
        </Button>
        {!isMade && (
          <Button className="" onClick={() => setOpen('choose')}>
            {GUIDE_WORDS.choose}
          </Button>
        )}
      </div>
      {open === 'import' && <Import folder={null} dropped={[]} onClose={() => setOpen(null)} />}
      {open === 'choose' && (
        <Choose
          kind="video"
          onAdd={(more) => onAdd(more.map(({ id, name, durationSec }) => ({ id, name, durationSec })))}
          onClose={() => setOpen(null)}
        />
      )}
      <Unusable files={unusable} encodes={encodes} spot={SPOT} />
      {files.length + waiting.length === 0 && <p className="empty">{GUIDE_WORDS.noVideos}</p>}
      <ol className="ruled guide-files num">
        {files.map(({ id, name, durationSec }, nr) => (
          <li key={id}>
            <small>{nr + 1}</small>
            <span className="clip" title={name}>
              {name}
            </span>
            <small>{durationSec ? clockTime(durationSec) : null}</small>
            {!isMade && (
              <Button className="quiet square" aria-label={words.removeVideo(name)} onClick={() => onRemove(id)}>
                <Cross />
              </Button>
            )}
          </li>
        ))}
        {waiting.map(({ id, name, progress }) => (
          <li key={id} className="guide-coming">
            <Hourglass />
            <span className="clip" title={name}>
              {name}
            </span>
            <small>{words.importingAt(progress)}</small>
          </li>
        ))}
      </ol>
      <Failed imports={imports} />
      {waiting.length > 0 && files.length === 0 && <p className="small">{GUIDE_WORDS.needImport}</p>}
      <Answer spots={[SPOT]} />
      <div className="row guide-ends">
        <Button
          className="main"
          aria-disabled={why !== null || undefined}
          onClick={() => (why === null ? onNext() : tell(SPOT, { result: 'inert', why }))}
        >
          {next}
        </Button>
      </div>
    </>
  )
}

function Failed({ imports }: Pick<Props, 'imports'>) {
  if (!imports.some(({ state }) => state === 'failed' || state === 'notKnown')) return null
  return (
    <p className="row small">
      {GUIDE_WORDS.failed}
      <a className="button quiet" href={hashOf('files')}>
        {PLACE_NAMES.files}
      </a>
    </p>
  )
}
