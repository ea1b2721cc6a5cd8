import { randomUUID } from 'node:crypto'
import { canBeKey } from '../../shared/commands/ids.ts'
import { type FailureKind, ServiceError } from '../../shared/failures.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import {
  type AppState,
  isRunning,
  type ProjectListItem,
  type ProjectState,
  targetOf,
  unreadProject,
} from '../../shared/state.ts'
import { passOver } from '../service/calls.ts'
import { sleep } from '../util/time.ts'
import type { Dependencies } from './commands/context.ts'
import type { Dispatcher } from './commands/dispatcher.ts'
import { mayBeOnAir } from './commands/guard.ts'
import { readProjects } from './polling/topics.ts'

/** Ms between two attempts until the service can be read. */
const AGAIN_MS = 5_000
/** The same if the service refused: another attempt rarely helps, and costs the account's budget. */
const AFTER_NO_MS = 30_000
const SAID_NO: ReadonlySet<FailureKind> = new Set(['unauthorised', 'revoked', 'plan', 'refused', 'notFound'])

/**
 * Chooses the show target: the project with an unsettled start or stop, else the one remembered for this service, else
 * the one on air, else the newest. The last two are announced, because the user did not choose them.
 */
export async function chooseInitialTarget(
  parts: Dependencies,
  dispatch: Dispatcher['dispatch'],
  notice: (kind: 'targetChosen', about: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { store, settings, serviceId } = parts
  const known = unsettledProject(store.get()) ?? remembered(settings.get(), serviceId())
  if (known !== null) {
    store.change((draft) => {
      draft.projects[known.id] ??= unreadProject(known.id, known.name)
    })
    await choose(known.id, dispatch)
  } else {
    await readProjectsAtLast(parts, signal)
    const found = bestOf(store.get().projectList.items)
    if (!found || signal.aborted || store.get().targetId !== null) return
    await choose(found.id, dispatch)
    if (signal.aborted) return
    notice('targetChosen', found.name)
  }
}

/**
 * The show target was deleted, or the service lost it: chooses another as on the first start, and announces it. A
 * target that is or may be on air is kept, and so is one that is still in the list.
 */
export async function replaceGoneTarget(
  { store, queries, clock }: Dependencies,
  dispatch: Dispatcher['dispatch'],
  notice: (kind: 'targetChosen', about: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { targetId: gone } = store.get()
  // An outage proves nothing: if the target is gone, that is reported again later.
  await readProjects({ store, queries, clock }, true).catch(passOver)
  const state = store.get()
  const { failure, items } = state.projectList
  const target = targetOf(state)
  if (signal.aborted || failure || !target || target.id !== gone || mayBeOnAir(target)) return
  const found = bestOf(items)
  if (!found || items.some(({ id }) => id === gone)) return
  await choose(found.id, dispatch)
  if (!signal.aborted) notice('targetChosen', found.name)
}

function remembered({ targets }: Settings, serviceId: string): Settings['targets'][string] | null {
  const target = Object.hasOwn(targets, serviceId) ? targets[serviceId] : undefined
  return target && canBeKey(target.id) ? target : null
}

function unsettledProject(state: AppState): ProjectState | null {
  return Object.values(state.projects).find((project) => project.pending) ?? null
}

function bestOf(items: readonly ProjectListItem[]): ProjectListItem | undefined {
  const projects = items.filter((one) => canBeKey(one.id))
  return projects.find((one) => isRunning({ status: one.liveStatus, liveId: null })) ?? projects[0]
}

async function choose(projectId: string, dispatch: Dispatcher['dispatch']): Promise<void> {
  await dispatch(randomUUID(), { type: 'chooseTarget', projectId }, 'core')
}

async function readProjectsAtLast(parts: Dependencies, signal: AbortSignal): Promise<void> {
  const { clock, store } = parts
  while (!signal.aborted && store.get().targetId === null) {
    try {
      return void (await readProjects(parts, false))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      await sleep(clock, SAID_NO.has(error.failure.kind) ? AFTER_NO_MS : AGAIN_MS, signal)
    }
  }
}
