import { useEffect, useRef } from 'react'
import * as words from '../../../shared/words/projects/guide.ts'
import { adjust, go, useParameters } from '../../store/address.ts'
import { useActions } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'
import { Screen } from '../../ui/screen/Screen.tsx'
import { useDraft } from './draft.ts'
import { NameStep } from './NameStep.tsx'
import { OrderStep } from './OrderStep.tsx'
import type { Slots } from './slots.ts'
import { isComing, useArrivals } from './useArrivals.ts'
import { VideosStep } from './VideosStep.tsx'
import './Guide.css'

const { GUIDE_WORDS, STEP_WORDS } = words
/** The steps of the guide itself; the check sheet covers the rest. */
const STEPS = ['videos', 'name', 'order'] as const
type Step = (typeof STEPS)[number]
const ALL = [...STEPS, 'check', 'live'] as const

const addressOf = (step: Step): string => `${hashOf('guide')}?step=${step}`

interface Props {
  slots: Slots
  /** The address of the check sheet, which has the last two steps. */
  checkAt: string
}

/** Sets up a channel that plays videos around the clock, up to the check before it goes live. */
export function Guide({ slots, checkAt }: Props) {
  const { press } = useActions()
  const { draft, change, add, empty } = useDraft()
  const { files, project } = draft
  const reached = project !== null ? 2 : files.length > 0 ? 1 : 0
  const step = useStep(reached)
  const imports = useArrivals(project === null ? draft.awaited : null, add)
  const heading = useFocus(step)

  async function makeList(projectId: string): Promise<void> {
    const input = {
      ...{ projectId, sceneName: GUIDE_WORDS.sceneName, loop: true },
      files: files.map(({ id }) => ({ fileId: id })),
    }
    await press('edit:guide', { type: 'edit', operation: 'createSceneWithPlaylist', input })
  }

  async function onMade(projectId: string): Promise<void> {
    change({ project: projectId })
    await makeList(projectId)
    go(addressOf('order'))
  }

  async function check(): Promise<void> {
    if (project === null) return
    const answer = await press('edit:guide', { type: 'chooseTarget', projectId: project })
    if (answer?.result !== 'done') return
    empty()
    go(checkAt)
  }
  return (
    <Screen place="guide" title={GUIDE_WORDS.title} tools={later}>
      <div className="guide-panes">
        <Steps step={step} reached={reached} videos={files.length} />
        <section className="stack" aria-labelledby="guide-step">
          <h3 id="guide-step" ref={heading} tabIndex={-1}>
            {STEP_WORDS[step].name}
          </h3>
          {step === 'videos' && (
            <VideosStep
              files={files}
              imports={imports}
              slots={slots}
              isMade={project !== null}
              onAdd={add}
              onRemove={(id) => change({ files: files.filter((one) => one.id !== id) })}
              onNext={() => go(addressOf('name'))}
            />
          )}
          {step === 'name' && (
            <NameStep
              slots={slots}
              isMade={project !== null}
              onMade={onMade}
              onBack={() => go(addressOf('videos'))}
              onNext={() => go(addressOf('order'))}
            />
          )}
          {step === 'order' && project !== null && (
            <OrderStep
              projectId={project}
              coming={imports.filter(isComing).length}
              slots={slots}
              onMakeList={() => void makeList(project)}
              onBack={() => go(addressOf('name'))}
              onNext={() => void check()}
            />
          )}
        </section>
      </div>
    </Screen>
  )
}

const later = (
  <a className="button" href={hashOf('projects')}>
    {GUIDE_WORDS.later}
  </a>
)

function Steps({ step, reached, videos }: { step: Step; reached: number; videos: number }) {
  return (
    <nav aria-label={GUIDE_WORDS.title}>
      <ol className="guide-steps">
        {ALL.map((one, nr) => (
          <Line key={one} id={one} nr={nr} reached={reached} isHere={one === step}>
            {one === 'videos' && videos > 0 ? words.videosText(videos) : STEP_WORDS[one].about}
          </Line>
        ))}
      </ol>
      <p className="small">{GUIDE_WORDS.leave}</p>
    </nav>
  )
}

interface LineProps {
  id: (typeof ALL)[number]
  nr: number
  reached: number
  isHere: boolean
  children: string
}

function Line({ id, nr, reached, isHere, children }: LineProps) {
  const isDone = nr < reached
  const inside = (
    <>
      <span className="guide-sign num">{isDone && !isHere ? <GoodTick /> : nr + 1}</span>
      <span>
        <b>{STEP_WORDS[id].name}</b> <small>{children}</small>
      </span>
    </>
  )
  const own = STEPS.find((one) => one === id)
  return (
    <li>
      {own && nr <= reached ? (
        <a className="guide-step" href={addressOf(own)} aria-current={isHere ? 'step' : undefined}>
          {inside}
        </a>
      ) : (
        <span className="guide-step">{inside}</span>
      )}
    </li>
  )
}

/** The step in the address, if it has been reached; otherwise the furthest step reached. */
function useStep(reached: number): Step {
  const asked = useParameters('guide').get('step')
  const step = STEPS.find((one, nr) => one === asked && nr <= reached) ?? STEPS[reached] ?? 'videos'
  useEffect(() => {
    if (asked !== step) adjust(addressOf(step))
  }, [asked, step])
  return step
}

/** On a change of step, focus goes to its heading. */
function useFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step) heading.current?.focus()
    before.current = step
  }, [step])
  return heading
}
