import type { CommandOf } from '../../../../shared/commands/commands.ts'
import { ServiceError } from '../../../../shared/failures.ts'
import { TOPICS } from '../../../../shared/settings/pace.ts'
import { withPart } from '../../../../shared/settings/preferences.ts'
import type { PreferenceName } from '../../../../shared/settings/profileIds.ts'
import { unreadProject } from '../../../../shared/state.ts'
import { checkableIds, verifyDestinations } from '../../polling/destinationCheck.ts'
import { readProjects } from '../../polling/topics.ts'
import { type Context, type Handler, projectFor } from '../context.ts'
import { guard } from '../guard.ts'
import { Refused } from '../ports.ts'
import { finished } from './startStop.ts'

export const setPadlock: Handler<'setPadlock'> = async (command, context) => {
  const { locked } = command
  context.store.change((draft) => {
    draft.padlock.locked = locked
  })
  if (locked) context.arms.cancelAll()
  await context.settings.change({ padlock: locked })
  return finished({ what: 'padlock', locked })
}

/** From now on: what is armed keeps the times it was armed with, and the feed sees to the pace by itself. */
export const setPreferences: Handler<'setPreferences'> = async (command, context) => {
  const preferences = withPart(context.settings.get().preferences, command)
  const kept = context.settings.change({ preferences })
  context.store.change({ preferences })
  await kept
  const chosen = Object.entries({ ...command.guard, ...command.pace })
  return finished({
    what: 'preferencesSet',
    chosen: chosen.map(([name, ms]) => ({ name: name as PreferenceName, ms })),
  })
}

/** The show target changes by this command and by nothing else. */
export const chooseTarget: Handler<'chooseTarget'> = async (command, context) => {
  const { projectId } = command
  const { projects, projectList } = context.store.get()
  const known = projects[projectId] ?? projectList.items.find((one) => one.id === projectId)
  const name = known?.name ?? (await readName(command, context))
  context.arms.cancelAll()
  context.store.change((draft) => {
    draft.projects[projectId] ??= unreadProject(projectId, name)
    draft.targetId = projectId
  })
  context.poller.follow(projectId)
  const { targets } = context.settings.get()
  await context.settings.change({ targets: { ...targets, [context.serviceId()]: { id: projectId, name } } })
  return finished({ what: 'targetChosen', projectName: name })
}

/** The name of a project that nobody here has read yet. Meanwhile the show target may have gone on air. */
async function readName(command: CommandOf<'chooseTarget'>, context: Context): Promise<string> {
  const { projectId } = command
  const { value } = await context.queries.read('getProject', { projectId }).catch((error: unknown) => {
    const isGone = error instanceof ServiceError && error.failure.kind === 'notFound'
    throw isGone ? new Refused({ reason: 'unknownProject' }) : error
  })
  const refusal = guard(command, context.invocation.source, context.store.get())
  if (refusal) throw new Refused(refusal)
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

/** The first steps were taken, or are not wanted: nobody is welcomed again, in no window and after no restart. */
export const putAwayWelcome: Handler<'putAwayWelcome'> = async (_, { store, settings }) => {
  store.change({ welcome: false })
  if (!settings.get().welcomed) await settings.change({ welcomed: true })
  return finished({ what: 'welcomePutAway' })
}

export const refresh: Handler<'refresh'> = async (command, context) => {
  if (context.store.get().targetId === null && command.projectId === undefined)
    return loadProjects({ type: 'loadProjects' }, context)
  await context.poller.read(projectFor(command, context).id, TOPICS, { lane: 'edit' })
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
  const results = await verifyDestinations(context, project.id, ids, {})
  const faulty = results.filter((one) => !one.valid).map((one) => nameOf(one.id))
  return finished({ what: 'destinationsChecked', valid: results.length - faulty.length, faulty })

  function nameOf(id: string): string {
    return settings?.destinations.find((one) => one.id === id)?.name ?? id
  }
}
