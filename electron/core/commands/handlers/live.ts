import type { Arm } from '../../../../shared/commands/arm.ts'
import { ServiceError } from '../../../../shared/failures.ts'
import type { Outcome } from '../../../../shared/outcome.ts'
import type { ProjectState } from '../../../../shared/state.ts'
import { checkFaults } from '../../../../shared/view/checkFaults.ts'
import { passOver } from '../../../service/calls.ts'
import { BEFORE_START, checkableIds, isCheckDue, verifyDestinations } from '../../polling/destinationCheck.ts'
import { mayBeLate } from '../../polling/liveReducer.ts'
import { changeProject } from '../../state/store.ts'
import type { ArmRequest } from '../arms.ts'
import { type Context, type Handler, projectFor, projectNow } from '../context.ts'
import { Refused } from '../ports.ts'
import { openingOf } from './opening.ts'
import { lookIfScheduled } from './scheduled.ts'
import {
  finished,
  refuseStart,
  refuseStop,
  type StartOptions,
  standing,
  start,
  stop,
  taken,
  takenStop,
} from './startStop.ts'

export const goLive: Handler<'goLive'> = async (command, context) => {
  const project = projectFor(command, context)
  const stands = standing(project.id, context)
  await lookIfScheduled(project.id, context)
  refuseStart(projectNow(project.id, context))
  if (!command.confirmed) refuseFirst(project, context)
  if (!command.despiteFaults) await preflight(project, context, isCheckDue(project, context.clock.now()))
  return startNaming(project.id, context, { stands, despiteFaults: command.despiteFaults ?? false })
}

/**
 * A start refused because of a login does not say which one: the logins are verified, and the expired ones reported,
 * unless the user accepted known faults.
 */
async function startNaming(projectId: string, context: Context, options: StartOptions): Promise<Outcome> {
  try {
    const started = await start(projectId, context, options)
    keepFirst(projectNow(projectId, context), context)
    return started
  } catch (error) {
    if (!(error instanceof ServiceError) || error.failure.code !== 'DESTINATION_TOKEN_INVALID') throw error
    await verify(projectId, context)
    const faults = expired(projectNow(projectId, context))
    if (faults.length && !options.despiteFaults) throw new Refused({ reason: 'faults', faults })
    throw error
  }
}

export const armGoLive: Handler<'armGoLive'> = async (command, context) => {
  const project = projectFor(command, context)
  await lookIfScheduled(project.id, context)
  refuseStart(projectNow(project.id, context))
  await preflight(project, context)
  // Verifying takes a while: the arm is made for the current state.
  const now = projectNow(project.id, context)
  refuseStart(now)
  const destinations = now.settings?.destinations.map((one) => one.name) ?? []
  const arm = armOf({ ...about(now), act: 'goLive', mode: command.mode, liveId: null, destinations }, context)
  verifyWhileArmed(arm, context).catch(passOver)
  return { result: 'armed', arm }
}

/**
 * Logins that were not verified lately are verified while the arm is shown, and an expired one is shown with it. The
 * second step waits for no result, and the reserve for show commands is not touched: a slow check changes nothing.
 */
async function verifyWhileArmed({ armId, projectId, ...arm }: Arm, context: Context): Promise<void> {
  const project = projectNow(projectId, context)
  if (!isCheckDue(project, context.clock.now(), BEFORE_START)) return
  const options = { lane: 'read', timeoutMs: arm.expires - arm.armedAt } as const
  await verifyDestinations(context, projectId, checkableIds(project), options)
  const now = context.store.get().projects[projectId]
  if (now) context.arms.tell(armId, expired(now))
}

export const commitGoLive: Handler<'commitGoLive'> = async (command, context) => {
  const arm = taken(command.armId, 'goLive', context)
  return startNaming(arm.projectId, context, { stands: standing(arm.projectId, context), despiteFaults: false })
}

export const armStop: Handler<'armStop'> = async (command, context) => {
  const project = projectFor(command, context)
  const { liveId, mode } = command
  const refusal = refuseStop(project, liveId)
  if (refusal) throw new Refused(refusal)
  const destinations = project.live?.destinations.map((one) => one.name) ?? []
  return { result: 'armed', arm: armOf({ ...about(project), act: 'stop', mode, liveId, destinations }, context) }
}

export const commitStop: Handler<'commitStop'> = async (command, context) => {
  const { projectId, liveId } = takenStop(command.armId, context)
  return stop(projectId, liveId, context)
}

export const cancelArm: Handler<'cancelArm'> = async (command, context) => {
  if (!context.arms.cancel(command.armId)) throw new Refused({ reason: 'noArm' })
  return finished({ what: 'armCancelled' })
}

/** The user has checked, and takes responsibility, that a lost start did not happen. */
export const unlockGoLive: Handler<'unlockGoLive'> = async (command, context) => {
  const project = projectFor(command, context)
  const { pending } = project
  if (pending?.act !== 'start' || pending.phase !== 'checking') throw new Refused({ reason: 'nothingToUnlock' })
  changeProject(context.store, project.id, { pending: null })
  mayBeLate(context, project.id, 'start')
  context.recorder.event(project, { event: 'settled', act: 'start', as: 'unlocked' }, pending.commandId)
  return finished({ what: 'unlocked' })
}

export const acknowledge: Handler<'acknowledge'> = async (command, context) => {
  changeProject(context.store, projectFor(command, context).id, (draft) => {
    draft.lastError = null
    draft.lastEnd = null
  })
  return finished({ what: 'acknowledged' })
}

/** An agent's is shown with its reason, for as long as a person needs to read it. */
const armOf = (request: ArmRequest, { arms, invocation, proposed }: Context): Arm =>
  arms.arm(proposed ? { ...request, proposed, mode: 'proposed' } : request, invocation)

const about = ({ id, name }: ProjectState) => ({ projectId: id, projectName: name })

/**
 * The first broadcast of an account must be confirmed, because nobody has yet chosen which scene goes to which
 * destinations. The two steps of an arm count as a confirmation, and a rehearsal needs none.
 */
function refuseFirst(project: ProjectState, context: Context): void {
  const { id, name, settings, scenes } = project
  if (isPractised(project, context)) return
  const destinations = settings?.destinations.map((one) => one.name) ?? []
  const scene = openingOf(id, context) ?? scenes?.find(({ isActive }) => isActive)
  throw new Refused({ reason: 'first', projectName: name, destinations, scene: scene?.name ?? null })
}

/** Of another project than the show target, only its own responses say that it is a rehearsal. */
function isPractised({ id, rehearsal }: ProjectState, { store, settings, serviceId }: Context): boolean {
  const { service, targetId } = store.get()
  const isRehearsal = rehearsal ?? (id === targetId && service.rehearsal)
  return isRehearsal || settings.get().wentLive.includes(serviceId())
}

/** If this cannot be saved, the next broadcast asks for the confirmation again. */
function keepFirst(project: ProjectState, context: Context): void {
  const { settings, serviceId } = context
  if (isPractised(project, context)) return
  const id = serviceId()
  settings.change(({ wentLive }) => ({ wentLive: [...wentLive, id] })).catch(passOver)
}

/**
 * Refuses to start while problems are known; each is read again before it counts.
 *
 * @param due logins not verified recently are verified first; not for an arm, which must exist by the second press
 */
async function preflight(project: ProjectState, context: Context, due = false): Promise<void> {
  const { id } = project
  if (due || blocksByOldFault(project, context)) await verify(id, context)
  if (lacksSomething(id, context)) await lookOnceMore(id, context)
  refuseFaults(id, context)
}

/**
 * Faults older than this, in ms, may be repaired by now: an invalid login is verified again before it causes a refusal.
 */
const FAULTS_OLD_MS = 5_000

function blocksByOldFault(project: ProjectState, { clock }: Context): boolean {
  const isOld = project.check !== null && Math.abs(clock.now() - project.check.at) > FAULTS_OLD_MS
  return isOld && expired(project).length > 0
}

const faultsOf = (projectId: string, context: Context) =>
  checkFaults(
    projectNow(projectId, context),
    context.clock.now(),
    context.recorder.problem(),
    openingOf(projectId, context),
  )

const lacksSomething = (projectId: string, context: Context): boolean =>
  faultsOf(projectId, context).some(({ fault }) => !['destination', 'journal', 'lateStop'].includes(fault))

/** Something missing at the last reading may have been added since. */
const lookOnceMore = (projectId: string, { poller }: Context) =>
  poller.read(projectId, ['scenes', 'project'], { lane: 'show', timeoutMs: VERIFY_MS }).catch(passOver)

function refuseFaults(projectId: string, context: Context): void {
  const faults = faultsOf(projectId, context)
  if (faults.length) throw new Refused({ reason: 'faults', faults })
}

/** The longest time the user waits for this check, in ms. */
const VERIFY_MS = 3_000

const expired = (project: ProjectState) => checkFaults(project, 0).filter(({ fault }) => fault === 'destination')

/** Results already known are kept if the service does not respond. */
async function verify(projectId: string, context: Context): Promise<void> {
  const ids = checkableIds(projectNow(projectId, context))
  if (ids.length === 0) return
  await verifyDestinations(context, projectId, ids, { lane: 'show', timeoutMs: VERIFY_MS }).catch(passOver)
}
