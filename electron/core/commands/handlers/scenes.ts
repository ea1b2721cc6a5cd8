import type { Command, CommandOf } from '../../../../shared/commands/commands.ts'
import type { Answer } from '../../../../shared/contract/operations.ts'
import type { Outcome, Refusal } from '../../../../shared/outcome.ts'
import { isRunning, type ProjectState, type SceneState } from '../../../../shared/state.ts'
import type { Reached } from '../../../../shared/view/marks.ts'
import { backSceneId } from '../../../../shared/view/reasons.ts'
import { editTitle } from '../../../../shared/words/commands/operations.ts'
import { passOver } from '../../../service/calls.ts'
import { activeScene, applyActivated, applyActivationLost } from '../../state/reducers.ts'
import { changeProject } from '../../state/store.ts'
import { holdingBack, sendSignal, subjectsOf } from '../../workflows/signals.ts'
import { watchIfLost } from '../../workflows/watching.ts'
import { type Context, type Handler, projectFor, projectNow } from '../context.ts'
import { Refused } from '../ports.ts'
import { IN_TURN_MS, queueWrite, sceneSequence, sendActivate, sendQueued, trackChange } from './edits.ts'
import { finished, refuseStop } from './startStop.ts'
import { onLost, switchAutoSync, syncProject } from './syncing.ts'

/**
 * Switches the scene after the earlier commands, based on the state at that time: "next" twice advances two scenes. A
 * switch to a named scene supersedes switches not sent yet: the last command is the one wanted.
 *
 * @param meant the id of the scene to make active; null if there is none
 */
const switching =
  <One extends Extract<Command, { take?: boolean | undefined }>>(
    meant: (project: ProjectState, command: One) => string | null,
  ) =>
  async (command: One, context: Context): Promise<Outcome> => {
    const project = projectFor(command, context)
    const { id } = project
    const named = command.type === 'switchScene' && project.scenes?.find((one) => one.id === command.sceneId)
    const supersedes = named ? new Refused({ reason: 'superseded', by: named.name }) : undefined
    const switched = async (until: AbortSignal) => {
      await knowActive(id, context)
      until.throwIfAborted()
      const now = projectNow(id, context)
      const scene = sceneOf(now, meant(now, command))
      return { scene, reached: await activate(id, scene, context, until) }
    }
    const { scene, reached } = await queueWrite(context, id, switched, { yields: true, supersedes })
    const takes = command.take ?? context.store.get().take
    const waits = reached === 'notOnAir' || reached === 'notConfirmed'
    const after = takes && waits ? await take(id, command.liveId, scene, context) : reached
    return finished({ what: 'sceneSwitched', sceneName: scene.name, reached: after })
  }

/** How long a command waits to learn which scene is active, in ms. */
const LOOK_MS = 1_000

/** After a lost switch it is unknown which scene is active, and so which one is next. */
async function knowActive(projectId: string, { store, poller }: Context): Promise<void> {
  const project = store.get().projects[projectId]
  if (project?.scenes == null || project.scenesReadAt !== null) return
  await poller.read(projectId, ['scenes'], { lane: 'show', timeoutMs: LOOK_MS }).catch(passOver)
}

export const switchScene = switching((_, { sceneId }: CommandOf<'switchScene'>) => sceneId)
export const nextScene = switching((project) => neighbour(project, 1))
export const previousScene = switching((project) => neighbour(project, -1))
export const backToScene = switching(backSceneId)

/** The scene beside the active one; there is none at either end: nothing wraps around in front of an audience. */
function neighbour(project: ProjectState, step: 1 | -1): string | null {
  const scenes = project.scenes ?? []
  const at = scenes.findIndex((scene) => scene.isActive)
  return at < 0 ? null : (scenes[at + step]?.id ?? null)
}

function sceneOf(project: ProjectState, sceneId: string | null): SceneState {
  if (sceneId === null) throw new Refused({ reason: 'noOtherScene' })
  const scene = project.scenes?.find((one) => one.id === sceneId)
  if (!scene) throw new Refused({ reason: 'noScene' })
  return scene
}

async function activate(
  projectId: string,
  scene: SceneState,
  context: Context,
  until: AbortSignal,
): Promise<Reached> {
  const input = { params: { projectId, sceneId: scene.id } }
  // Recorded only now: a switch that is never sent must not take precedence over earlier requests.
  context.sequence.takes(sceneSequence(projectId, context), context.invocation.number)
  const sent = trackChange(context, projectId, 'edit', () => sendActivate(context, input, { until }))
  const answer = await sent.catch((error: unknown) => onLost(error, projectId, context, applyActivationLost))
  changeProject(context.store, projectId, (draft) => applyActivated(draft, answer, context.clock.now()))
  return reached(projectId, answer, context, scene)
}

/**
 * Syncs the scene just switched to. If another command has activated another scene meanwhile, nothing is sent: this one
 * must not bring that scene on air.
 */
async function take(projectId: string, liveId: string | null, scene: SceneState, context: Context): Promise<Reached> {
  const recheck = (): Refusal | null => {
    const project = projectNow(projectId, context)
    if (liveId === null) return { reason: 'notKnown' }
    const active = activeScene(project)
    if (active?.id === scene.id) return refuseStop(project, liveId)
    return { reason: 'superseded', ...(active && { by: active.name, isSwitched: true }) }
  }
  if (!(await syncWatched(projectId, context, recheck))) return 'nothingRunning'
  return projectNow(projectId, context).air.sceneId === scene.id ? 'onAir' : 'notConfirmed'
}

/** What may be claimed about viewers: only `synced` from the service proves that the scene reached the air. */
function reached(projectId: string, answer: Answer<'activateScene'>, context: Context, scene: SceneState): Reached {
  if (answer.synced === true) return 'onAir'
  const { live, settings, air } = projectNow(projectId, context)
  const { switchNeedsSync } = context.store.get().meanings
  if (!isRunning(live)) return 'nothingRunning'
  if (air.basis === 'service' && air.sceneId === scene.id) return 'onAir'
  const waits = switchNeedsSync !== 'never' && settings?.autoSync === false
  return answer.synced === false || waits ? 'notOnAir' : 'notConfirmed'
}

/** A sync by hand: if it gets no response, what it may still bring on air is reported. */
const syncWatched: typeof syncProject = (projectId, context, recheck) =>
  syncProject(projectId, context, recheck).catch((error) =>
    watchIfLost(error, { operation: 'syncLive', input: { projectId } }, context),
  )

export const sync: Handler<'sync'> = async (command, context) => {
  const project = projectFor(command, context)
  const recheck = () => refuseStop(projectNow(project.id, context), command.liveId)
  const { edits } = project.unsynced
  const ran = await syncWatched(project.id, context, recheck)
  return finished(ran ? { what: 'synced', edits } : { what: 'wasOff' })
}

export const setAutoSync: Handler<'setAutoSync'> = async (command, context) => {
  const { id } = projectFor(command, context)
  const signal = { operation: 'updateProject', input: { projectId: id, autoSync: command.on } }
  // Off goes ahead of all edits that wait for budget, so that they stay hidden; what was pressed before on stays hidden.
  const { id: editId, number: pressed } = context.invocation
  const place = { id: editId, projectId: id, number: command.on ? pressed : 0, pressed, turn: id, isFirst: true }
  const held = { ...place, isAfterAll: command.on, about: editTitle('updateProject', signal.input) }
  const send = () =>
    context.heldEdits.send(held, (sent, until) => {
      const options = { recheck: sent, until, deadlineMs: IN_TURN_MS }
      return switchAutoSync(id, command.on, context, (change) => sendSignal(signal, context, id, change), options)
    })
  const on = await holdingBack(subjectsOf(signal, context), context, send)
  return finished({ what: 'autoSync', on })
}

export const setPlayback: Handler<'setPlayback'> = async (command, context) => {
  const { id: projectId } = projectFor(command, context)
  const { layerId, action } = command
  const input = { params: { projectId, layerId }, body: { action } }
  const { synced } = await sendQueued(context, projectId, 'setPlayback', input, { what: 'edit' })
  return finished({ what: 'playback', action, synced })
}
