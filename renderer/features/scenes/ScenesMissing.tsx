import { EMPTY, HEADINGS } from '../../../shared/words/labels.ts'
import { EMPTY_WORDS, READING } from '../../../shared/words/states.ts'
import { useMirror } from '../../store/context.tsx'
import { Empty } from '../../ui/icons.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { TryNow } from '../show/TryNow.tsx'
import { readingFails } from '../show/trouble.ts'

/** As many as most shows have, in their places. What could not be read is told above, and nothing pretends to come. */
export function ScenesUnread() {
  const failed = useMirror(readingFails)
  if (failed) return <p className="empty">{EMPTY.scenesUnread}</p>
  return (
    <>
      <header className="scenes-head">
        <div className="scenes-title">
          <h2>{HEADINGS.scenes}</h2>
        </div>
      </header>
      <Skeleton className="scene-grid" text={READING.scenes} count={5} />
    </>
  )
}

/** Nothing could go on air: scenes are made in the service's own studio. */
export function NoScenes() {
  return (
    <StateCard look="part" icon={<Empty />} words={EMPTY_WORDS.noScenes}>
      <ServicePage />
      <TryNow />
    </StateCard>
  )
}
