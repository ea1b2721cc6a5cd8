import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EMPTY, HEADINGS } from '../../../shared/words/labels.ts'
import { noneCalled, SCENE_NAMES, TOOLS_NOT_LOADED } from '../../../shared/words/show/show.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { isLocked } from '../../store/reasons.ts'
import { useViewPreferences } from '../../store/useViewPreferences.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { arranged, MANY_TO_FIND } from '../../ui/list/arrange.ts'
import { SceneAnswer } from './SceneAnswer.tsx'
import { SceneGrid } from './SceneGrid.tsx'
import { useSceneKeys } from './useSceneKeys.ts'
import './Scenes.css'
import { EMPTY_WORDS, READING } from '../../../shared/words/panel/states.ts'
import { readingFails } from '../../store/trouble.ts'
import { TryNow } from '../../ui/actions/TryNow.tsx'
import { ServicePage } from '../../ui/button/ServicePage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Empty } from '../../ui/icons/icons.tsx'
import { useLate } from '../../ui/screen/late.tsx'
import type { HeadProps } from './SceneTools.tsx'

const load = async () => (await import('./SceneTools.tsx')).default

/** The line above the tiles. Its space is reserved from the start; its tools load after the tiles. */
export function SceneHead(props: HeadProps) {
  const Tools = useLate(load)
  const count = useTarget((target) => target?.scenes?.length ?? 0)
  return (
    <header className="scenes-head">
      <div className="scenes-title">
        <h2>{HEADINGS.scenes}</h2>
        <span className="small scenes-count num" aria-hidden="true">
          {count}
        </span>
      </div>
      {Tools === 'failed' ? <p className="small">{TOOLS_NOT_LOADED}</p> : Tools && <Tools {...props} />}
    </header>
  )
}

/**
 * Placeholders for as many scenes as most shows have. A failed read is reported above, so nothing pretends to be
 * loading then.
 */
export function ScenesReadFailed() {
  const failed = usePanel(readingFails)
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

/** There are no scenes, so nothing could go on air: scenes are made in the service's own studio. */
export function NoScenes() {
  return (
    <StateCard look="part" icon={<Empty />} words={EMPTY_WORDS.noScenes}>
      <ServicePage />
      <TryNow />
    </StateCard>
  )
}

/**
 * All scenes, with what is on air and what is not there yet. Without `answered` the tiles are small and outcomes are
 * shown elsewhere.
 */
export function Scenes({ answered = true }: { answered?: boolean }) {
  useSceneKeys()
  const count = useTarget((target) => target?.scenes?.length ?? null)
  const locked = usePanel(isLocked)
  return (
    <section
      className="scenes"
      aria-label={HEADINGS.scenes}
      data-find={(count ?? 0) > MANY_TO_FIND || undefined}
      data-locked={locked || undefined}
    >
      {count === null && <ScenesReadFailed />}
      {count === 0 && <NoScenes />}
      {count !== null && count > 0 && <Field answered={answered} />}
    </section>
  )
}

function Field({ answered }: { answered: boolean }) {
  const field = useRef<HTMLDivElement>(null)
  const [typed, setSought] = useState('')
  const scenes = useTarget((target) => target?.scenes ?? null)
  const looks = usePanel(({ state }) => state?.looks[state.targetId ?? ''])
  const order = useViewPreferences(({ choices }) => choices.sceneOrder)
  const size = useViewPreferences(({ choices }) => choices.sceneSize)
  // With so few scenes the search field is hidden, so its text must not filter anything.
  const sought = (scenes?.length ?? 0) > MANY_TO_FIND ? typed : ''
  const [wantsOnly, setOnly] = useState(false)
  const favourites = (scenes ?? []).filter(({ id }) => looks?.[id]?.favourite).length
  // Without favourites nothing shows that they alone were wanted, and nothing could be pressed to show the rest.
  const isOnly = wantsOnly && favourites > 0
  const shown = useMemo(
    () => arranged(scenes ?? [], order, sought, looks).filter(({ look }) => !isOnly || look?.favourite),
    [scenes, order, sought, looks, isOnly],
  )

  function showAll(): void {
    setSought('')
    setOnly(false)
  }

  /** Scrolls to a tile, clearing a search that may hide it. */
  function reveal(sceneId: string): void {
    flushSync(showAll)
    const tile = field.current?.querySelector<HTMLElement>(`[data-scene="${CSS.escape(sceneId)}"] .scene`)
    tile?.focus({ preventScroll: true })
    tile?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <SceneHead
        {...{ field, shown, sought }}
        full={answered}
        favourites={{ count: favourites, isOnly, onOnly: setOnly }}
        onSeek={setSought}
        onReveal={reveal}
      />
      <div className="scene-field" ref={field} data-many={(scenes?.length ?? 0) > MANY || undefined}>
        <SceneGrid shown={shown} size={answered ? size : 'small'} />
        {shown.length === 0 && (
          <div className="scene-none">
            <p>{noneCalled(sought.trim())}</p>
            <Button onClick={showAll}>{SCENE_NAMES.showAll}</Button>
          </div>
        )}
      </div>
      {answered && <SceneAnswer field={field} />}
    </>
  )
}

/**
 * With more scenes than this the grid scrolls on its own, if there is space beside it, so that the journal stays in
 * reach.
 */
const MANY = 24
