import { EMPTY, HEADINGS } from '../../shared/words/labels.ts'
import { EMPTY_WORDS, READING } from '../../shared/words/states.ts'
import { useMirror } from '../mirror/context.tsx'
import { readingFails } from '../view/trouble.ts'
import { Empty } from './icons.tsx'
import { ServicePage } from './ServicePage.tsx'
import { Skeleton } from './Skeleton.tsx'
import { StateCard } from './StateCard.tsx'
import { TryNow } from './TryNow.tsx'

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
