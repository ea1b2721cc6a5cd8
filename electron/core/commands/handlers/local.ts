import { ServiceError } from '../../../../shared/failures.ts'
import { TOPICS } from '../../../../shared/settings/pace.ts'
import { withPart } from '../../../../shared/settings/preferences.ts'
import type { PreferenceName } from '../../../../shared/settings/profileIds.ts'
import type { Opening } from '../../../../shared/settings/settings.ts'
import { unreadProject } from '../../../../shared/state.ts'
import { withLook } from '../../../../shared/view/looks.ts'
import { readAll } from '../../../service/paging.ts'
import { whyUnsaved } from '../../files/settingsFile.ts'
import { checkableIds, verifyDestinations } from '../../polling/destinationCheck.ts'
import { readProjects } from '../../polling/topics.ts'
import { type Context, type Handler, projectFor } from '../context.ts'
import { guard } from '../guard.ts'
import { Refused } from '../ports.ts'
import { finished } from './startStop.ts'

/**
 * The padlock closes at once, whatever the disk does: the next command must not slip through. It opens once that is
 * saved; a disk that refuses to save prevents neither.
 */
export const setPadlock: Handler<'setPadlock'> = async ({ locked }, { store, arms, settings }) => {
  const put = (): void => store.change({ padlock: { locked } })
  if (locked) put()
  if (locked) arms.cancelAll()
  const before = store.get().padlock
  const unsaved = await whyUnsaved(settings.change({ padlock: locked }))
  // If it was closed again meanwhile, the newer command counts.
  const isNewest = store.get().padlock === before
  if (!locked && isNewest) put()
  const said = settings.get().padlock === locked ? {} : unsaved
  return finished({ what: 'padlock', ...store.get().padlock, ...said })
}

export const setTake: Handler<'setTake'> = async ({ on }, { store, settings }) => {
  await settings.change({ take: on })
  store.change({ take: on })
  return finished({ what: 'takeSet', on })
}

/** Saved here: the service has no looks of scenes. */
export const setSceneLook: Handler<'setSceneLook'> = async (command, context) => {
  const { type: _, projectId, sceneId, ...part } = command
  const { store, settings } = context
  const service = context.serviceId()
  const { scenes } = store.get().projects[projectId] ?? { scenes: null }
  const there = scenes?.map(({ id }) => id) ?? null
  if (there && !there.includes(sceneId)) throw new Refused({ reason: 'noScene' })
  await settings.change(({ looks }) => {
    return { looks: { ...looks, [service]: withLook(looks[service] ?? {}, { projectId, sceneId }, part, there) } }
  })
  if (context.serviceId() === service) store.change({ looks: settings.get().looks[service] ?? {} })
  return finished({ what: 'sceneLookSet' })
}

/** Applies from now on: an arm keeps the times it was made with, and the poller adopts the pace automatically. */
export const setPreferences: Handler<'setPreferences'> = async (command, { store, settings }) => {
  await settings.change(({ preferences }) => ({ preferences: withPart(preferences, command) }))
  store.change({ preferences: settings.get().preferences })
  const chosen = Object.entries({ ...command.guard, ...command.pace })
  return finished({
    what: 'preferencesSet',
    chosen: chosen.map(([name, ms]) => ({ name: name as PreferenceName, ms })),
  })
}

/** The name of choices of the target in the sequence: the latest choice counts, however slow an older one is. */
export const TARGET = 'target'

/** The show target changes only by this command. A choice that cannot be saved applies until Cuelight quits. */
export const chooseTarget: Handler<'chooseTarget'> = async (command, context) => {
  const { projectId } = command
  const { sequence, invocation } = context
  sequence.takes(TARGET, invocation.number)
  const name = await projectName(projectId, context)
  // While it was read, the show target may have gone on air.
  const refusal = guard(command, invocation, context.store.get(), context.clock.now())
  if (refusal) throw new Refused(refusal)
  if (sequence.isSuperseded(TARGET, invocation.number)) throw new Refused({ reason: 'superseded' })
  context.arms.cancelAll()
  context.store.change((draft) => {
    draft.projects[projectId] ??= unreadProject(projectId, name)
    draft.targetId = projectId
    draft.service.rehearsal = draft.projects[projectId]?.rehearsal ?? draft.service.rehearsal
    // That notice named the project that Cuelight had chosen automatically.
    draft.notices = draft.notices.filter(({ kind }) => kind !== 'targetChosen')
  })
  context.poller.follow(projectId)
  const service = context.serviceId()
  const saving = context.settings.change(({ targets }) => ({
    targets: { ...targets, [service]: { id: projectId, name } },
  }))
  const unsaved = await whyUnsaved(saving)
  const { [service]: saved } = context.settings.get().targets
  return finished({ what: 'targetChosen', projectName: name, ...(saved?.id === projectId ? {} : unsaved) })
}

/**
 * A local setting: nothing is sent before the next start. If the project is not followed, its scenes are read for this.
 */
export const setOpeningScene: Handler<'setOpeningScene'> = async (command, context) => {
  const { store, settings, serviceId } = context
  const { projectId = store.get().targetId, sceneId } = command
  if (projectId === null) throw new Refused({ reason: 'noTarget' })
  const scene = sceneId === null ? null : await sceneOf(projectId, sceneId, context)
  const service = serviceId()
  await settings.change(({ openings }) => {
    const { [projectId]: _, ...others } = openings[service] ?? {}
    return { openings: { ...openings, [service]: scene ? { ...others, [projectId]: scene } : others } }
  })
  if (serviceId() === service) store.change({ openings: settings.get().openings[service] ?? {} })
  return finished({ what: 'openingSet', sceneName: scene?.name ?? null })
}

async function sceneOf(projectId: string, sceneId: string, { store, service }: Context): Promise<Opening> {
  const known = store.get().projects[projectId]?.scenes
  const pick = ({ id, name }: Opening) => ({ id, name })
  const scenes = known ?? (await readAll(service, 'listScenes', { projectId }, pick, { lane: 'read' })).items
  const scene = scenes.find(({ id }) => id === sceneId)
  if (!scene) throw new Refused({ reason: 'noScene' })
  return pick(scene)
}

/** The name of a project, which is read if it is not known yet. @throws Refused if there is none */
export async function projectName(projectId: string, { store, queries }: Context): Promise<string> {
  const { projects, projectList } = store.get()
  const known = projects[projectId] ?? projectList.items.find((one) => one.id === projectId)
  if (known) return known.name
  const { value } = await queries.read('getProject', { projectId }).catch((error: unknown) => {
    // What is no id at all is refused before it is sent.
    const isGone = error instanceof ServiceError && ['notFound', 'refused'].includes(error.failure.kind)
    throw isGone ? new Refused({ reason: 'unknownProject' }) : error
  })
  return value.name
}

export const putAwayNotice: Handler<'putAwayNotice'> = async (command, context) => {
  const { noticeId } = command
  if (!context.store.get().notices.some((one) => one.id === noticeId)) throw new Refused({ reason: 'unknownNotice' })
  context.store.change((draft) => {
    draft.notices = draft.notices.filter((one) => one.id !== noticeId)
  })
  return finished({ what: 'noticePutAway' })
}

/** The first steps are done or unwanted: the welcome does not appear again, in any window or after any restart. */
export const putAwayWelcome: Handler<'putAwayWelcome'> = async (_, { store, settings }) => {
  store.change({ welcome: false })
  const unsaved = settings.get().welcomed ? {} : await whyUnsaved(settings.change({ welcomed: true }))
  return finished({ what: 'welcomePutAway', ...unsaved })
}

/** A reading younger than this, in ms, is used, however often a refresh is requested. */
const YOUNG_MS = 1_000

/** A project that was never looked at is from now on: what may be on air there can be stopped, too. */
export const refresh: Handler<'refresh'> = async (command, context) => {
  const { projectId } = command
  if (context.store.get().targetId === null && projectId === undefined)
    return loadProjects({ type: 'loadProjects' }, context)
  if (projectId !== undefined && !context.store.get().projects[projectId]) {
    const name = await projectName(projectId, context)
    context.store.change((draft) => {
      draft.projects[projectId] ??= unreadProject(projectId, name)
    })
  }
  await context.poller.read(projectFor(command, context).id, TOPICS, { lane: 'read', youngMs: YOUNG_MS })
  return finished({ what: 'refreshed' })
}

export const loadProjects: Handler<'loadProjects'> = async (_, context) => {
  return finished({ what: 'projectsLoaded', count: await readProjects(context, true) })
}

/** Asks the service whether the logins of the project's destinations are valid. */
export const checkDestinations: Handler<'checkDestinations'> = async (command, context) => {
  const project = projectFor(command, context)
  const { settings } = project
  if (!settings) throw new Refused({ reason: 'notKnown' })
  const ids = checkableIds(project)
  if (ids.length === 0) throw new Refused({ reason: 'faults', faults: [{ fault: 'noDestinations' }] })
  const results = await verifyDestinations(context, project.id, ids, { lane: 'read' })
  const faulty = results.filter((one) => !one.valid).map((one) => nameOf(one.id))
  return finished({ what: 'destinationsChecked', valid: results.length - faulty.length, faulty })

  function nameOf(id: string): string {
    return settings?.destinations.find((one) => one.id === id)?.name ?? id
  }
}
