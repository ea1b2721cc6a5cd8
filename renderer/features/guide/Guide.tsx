import { useEffect, useRef } from 'react'
import { isRunning } from '../../../shared/state.ts'
import * as words from '../../../shared/words/projects/guide.ts'
import { adjust, go, useParameters } from '../../store/address.ts'
import { useActions, useTarget } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'
import { Screen } from '../../ui/screen/Screen.tsx'
import { Channel } from './Channel.tsx'
import { type Draft, useDraft } from './draft.ts'
import { NameStep } from './NameStep.tsx'
import { OrderStep } from './OrderStep.tsx'
import type { Slots } from './slots.ts'
import { isComing, useArrivals } from './useArrivals.ts'
import { VideosStep } from './VideosStep.tsx'
import './Guide.css'

const { FOLLOWS_NAMES, GUIDE_WORDS, STEP_WORDS } = words
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
  const { draft, change, add, setUp, restart } = useDraft()
  const { files, project } = draft
  const channel = useChannel(draft, setUp)
  const reached = project !== null ? 2 : files.length > 0 ? 1 : 0
  const step = useStep(reached)
  const imports = useArrivals(project === null || channel !== null ? draft.awaited : null, add)
  const heading = useFocus(step)

  const { makeList, onMade, check } = useSteps(draft, change, setUp, checkAt)
  if (channel !== null)
    return (
      <Screen place="guide" title={GUIDE_WORDS.title} tools={<Another onPress={restart} />}>
        <Channel
          projectId={channel}
          files={files}
          imports={imports}
          slots={slots}
          onAdd={add}
          onChoose={(files) => change({ files })}
          onCheck={() => void check()}
        >
          {(runs) => <Steps step={null} reached={runs ? ALL.length : STEPS.length} videos={0} />}
        </Channel>
      </Screen>
    )
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

/** What the steps send: the list of videos, what follows a new project, and the way to the check. */
function useSteps(
  { files, project }: Draft,
  change: (part: Partial<Draft>) => void,
  setUp: (project: string) => void,
  checkAt: string,
) {
  const { press } = useActions()
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
    setUp(project)
    go(checkAt)
  }
  return { makeList, onMade, check }
}

const later = (
  <a className="button" href={hashOf('projects')}>
    {GUIDE_WORDS.later}
  </a>
)

function Another({ onPress }: { onPress(): void }) {
  return (
    <Button className="" onClick={onPress}>
      {FOLLOWS_NAMES.another}
    </Button>
  )
}

/** @param step null: the channel is set up, and no step is open */
function Steps({ step, reached, videos }: { step: Step | null; reached: number; videos: number }) {
  return (
    <nav aria-label={GUIDE_WORDS.title}>
      <ol className="guide-steps">
        {ALL.map((one, nr) => (
          <Line key={one} id={one} nr={nr} reached={reached} isHere={one === step} isOpen={step !== null}>
            {one === 'videos' && videos > 0 ? words.videosText(videos) : STEP_WORDS[one].about}
          </Line>
        ))}
      </ol>
      {step && <p className="small">{GUIDE_WORDS.leave}</p>}
    </nav>
  )
}

interface LineProps {
  id: (typeof ALL)[number]
  nr: number
  reached: number
  isHere: boolean
  /** The steps can still be visited. */
  isOpen: boolean
  children: string
}

function Line({ id, nr, reached, isHere, isOpen, children }: LineProps) {
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
      {own && isOpen && nr <= reached ? (
        <a className="guide-step" href={addressOf(own)} aria-current={isHere ? 'step' : undefined}>
          {inside}
        </a>
      ) : (
        <span className="guide-step">{inside}</span>
      )}
    </li>
  )
}

/**
 * The channel that is set up: the one this guide finished, or one that runs until stopped while nothing else was begun
 * here. Null: there is none, or the user is setting up another.
 */
function useChannel({ files, awaited, project, is }: Draft, setUp: (project: string) => void): string | null {
  const onAir = useTarget((target) => (isRunning(target?.live ?? null) ? target : null))
  const isEmpty = files.length + awaited.length === 0
  const begun = project ?? (isEmpty && onAir?.settings?.manual ? onAir.id : null)
  const found = is === 'begun' && begun !== null && begun === onAir?.id ? begun : null
  useEffect(() => {
    if (found !== null) setUp(found)
  }, [found, setUp])
  return is === 'channel' ? project : null
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
