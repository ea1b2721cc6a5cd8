import { type ReactNode, useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { nextOf } from '../../../shared/scenes/chains.ts'
import { isRunning } from '../../../shared/state.ts'
import { dayName } from '../../../shared/words/format.ts'
import { SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import { FOLLOWS_NAMES, FOLLOWS_WORDS, GUIDE_WORDS } from '../../../shared/words/projects/guide.ts'
import { LOST_WORDS } from '../../../shared/words/projects/projects.ts'
import { useRead } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { useActions, useTarget } from '../../store/context.tsx'
import { coreNow } from '../../store/coreClock.ts'
import { seenLive } from '../../store/seen.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { LostEdit, useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { ReadPlaceholder } from '../../ui/feedback/ReadFailed.tsx'
import { Field } from '../../ui/form/Field.tsx'
import type { Chosen } from './draft.ts'
import type { Slots } from './slots.ts'
import { VideosStep } from './VideosStep.tsx'

const SPOT = 'edit:guide'
const DAY_MS = 86_400_000

interface Props {
  projectId: string
  files: readonly Chosen[]
  imports: readonly ImportEntry[]
  slots: Slots
  onAdd(files: readonly Chosen[]): void
  onChoose(files: readonly Chosen[]): void
  /** To the check before it goes live. */
  onCheck(): void
  /** The steps, all done. @param runs the channel is on air */
  children(runs: boolean): ReactNode
}

/** A channel that is set up: whether it is on air, and the scene that is to follow the active one. */
export function Channel({ projectId, children, onCheck, ...rest }: Props) {
  const project = useRead('getProject', { projectId })
  const content = useRead('projectContent', { projectId })
  const followed = useTarget((target) => (target?.id === projectId && target.live ? target : null))
  const read = project.data?.value
  const runs = followed
    ? isRunning(followed.live)
    : read !== undefined && isRunning({ status: read.liveStatus, liveId: read.activeLiveId })
  const scenes = content.data?.value.scenes
  const active = scenes?.find(({ isActive }) => isActive)
  return (
    <div className="guide-panes">
      {children(runs)}
      <section className="stack" aria-label={FOLLOWS_NAMES.title}>
        <ReadPlaceholder
          error={project.error ?? content.error}
          has={read !== undefined && scenes !== undefined}
          words={FOLLOWS_WORDS}
        />
        {read && (
          <div className="row">
            <p className="strong">{FOLLOWS_WORDS[runs ? 'onAir' : 'offAir'](read.name)}</p>
            {!runs && <Button onClick={onCheck}>{GUIDE_WORDS.nextCheck}</Button>}
          </div>
        )}
        {read && <rest.slots.NotSeen project={read} />}
        {read && scenes && active && <Follows project={read} scenes={scenes} active={active} runs={runs} {...rest} />}
        <p className="row small">
          {FOLLOWS_WORDS.noClock}
          <a className="button quiet" href={addressOf('schedule')}>
            {FOLLOWS_NAMES.schedule}
          </a>
        </p>
      </section>
    </div>
  )
}

interface FollowsProps extends Omit<Props, 'projectId' | 'children' | 'onCheck'> {
  project: Project
  scenes: readonly SceneContent[]
  active: SceneContent
  runs: boolean
}

/** The scene that takes over when the list of the active one has ended: what follows now, and a new one. */
function Follows({ project, scenes, active, runs, files, imports, slots, onAdd, onChoose }: FollowsProps) {
  const { store, press } = useActions()
  const [name, setName] = useState(() => dayName(coreNow() + DAY_MS))
  const lost = useLostEdits(null, project.id)
  const looking = lost.some(({ phase }) => phase === 'looking')
  const list = active.layers.find(({ type }) => type === 'videoPlaylist')
  const next = nextOf(active, scenes)

  async function make(): Promise<void> {
    const input = {
      ...{ projectId: project.id, sceneName: name, loop: true, previousSceneId: active.id },
      files: files.map(({ id }) => ({ fileId: id })),
    }
    const seen = { liveId: seenLive(store.getState().state, project) }
    const answer = await press(SPOT, { type: 'edit', operation: 'createSceneWithPlaylist', input, seen })
    if (answer?.result === 'done') onChoose([])
  }
  return (
    <>
      <h3>{FOLLOWS_NAMES.title}</h3>
      {next && <Comes projectId={project.id} active={active} next={next} />}
      {lost.map((edit) => (
        <LostEdit key={edit.id} edit={edit} />
      ))}
      {list && (
        <p className="small">
          {FOLLOWS_WORDS.before(active.name, next === null && list.content?.settings.loop === true)}{' '}
          {next && SCENE_WORDS.replaces(next.name)} {runs && !project.autoSync && FOLLOWS_WORDS.syncNeeded}
        </p>
      )}
      <Field
        name="sceneName"
        label={FOLLOWS_NAMES.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={60}
      />
      <VideosStep
        {...{ files, slots, isMade: false, onAdd, hint: FOLLOWS_WORDS.hint, next: FOLLOWS_NAMES.make }}
        imports={imports}
        onRemove={(id) => onChoose(files.filter((one) => one.id !== id))}
        onNext={() => void make()}
        reason={list ? (looking ? LOST_WORDS.wait : null) : FOLLOWS_WORDS.noList(active.name)}
      />
    </>
  )
}

/** What follows the active scene, and about when. */
function Comes({ projectId, active, next }: { projectId: string; active: SceneContent; next: SceneContent }) {
  const { data } = useRead('whatPlays', { projectId })
  const item = data?.value.items.find(({ sceneId }) => sceneId === next.id)
  const at = data?.value.isRunning && item ? Date.parse(item.at) : null
  return <p role="status">{FOLLOWS_WORDS.after(active.name, next.name, at)}</p>
}
