import { type Macro, MOST_MACROS } from '../../../../shared/macros/macro.ts'
import { isGrave, macrosHere } from '../../../../shared/macros/offered.ts'
import type { Outcome } from '../../../../shared/outcome.ts'
import { seenLiveId } from '../../../../shared/view/reasons.ts'
import {
  MACRO_REFUSALS,
  macroDeleted,
  macroRehearsing,
  macroSaved,
  macroStarted,
  macroStopped,
} from '../../../../shared/words/commands/macros.ts'
import { type Context, type Handler, projectFor } from '../context.ts'
import { isArmOnly } from '../guard.ts'
import { Refused } from '../ports.ts'
import { finished, taken } from './startStop.ts'

const done = (about: string): Outcome =>
  finished({ what: 'edited', operation: 'macro', about, id: null, synced: null })
const refused = (message: string) => new Refused({ reason: 'edit', message })

export const runMacro: Handler<'runMacro'> = async (command, context) => {
  const { macros, store, invocation } = context
  const arm = command.armId === undefined ? null : taken(command.armId, 'macro', context)
  const id = arm?.macro?.id ?? command.macroId
  const macro = macrosHere(store.get()).find((one) => one.id === id)
  if (!macro) throw refused(MACRO_REFUSALS.gone)
  refuseWhileRunning(context)
  const project = projectFor(command, context)
  const { id: projectId, name: projectName } = project
  if (!arm && (isGrave(macro) || isArmOnly(invocation))) {
    const named = { id: macro.id, name: macro.name }
    const about = { projectId, projectName, liveId: seenLiveId(project), destinations: [] }
    const request = { act: 'macro', mode: command.mode, macro: named, ...about } as const
    return { result: 'armed', arm: context.arms.arm(request, invocation) }
  }
  if (arm && arm.projectId !== projectId) throw new Refused({ reason: 'noArm' })
  const liveId = arm ? arm.liveId : seenLiveId(project)
  macros.start({
    macro,
    projectId,
    liveId,
    source: invocation.source,
    paired: invocation.paired,
    commandId: invocation.id,
  })
  return done(macroStarted(macro.name))
}

export const rehearseMacro: Handler<'rehearseMacro'> = async ({ type, macroId }, context) => {
  const { ports, store, recorder } = context
  if (!ports.macroRehearsals) throw new Refused({ reason: 'notHere' })
  const macro = macrosHere(store.get()).find(({ id }) => id === macroId)
  if (!macro) throw refused(MACRO_REFUSALS.gone)
  refuseWhileRehearsed(context)
  const project = projectFor({ type, macroId }, context)
  const tell = (about: string) => recorder.seen(project, { event: 'editStep', about })
  await ports.macroRehearsals.start({ macro, project, tell })
  return done(macroRehearsing(macro.name))
}

export const stopMacro: Handler<'stopMacro'> = async ({ rehearsal = false }, { macros, ports, store }) => {
  const part = rehearsal ? 'macroRehearsal' : 'macro'
  const shown = store.get()[part]
  const end = rehearsal ? ports.macroRehearsals?.end : macros.end
  if (!shown) throw refused(MACRO_REFUSALS.none)
  if (!end?.('stopped')) store.change({ [part]: null })
  return done(macroStopped(shown.name))
}

export const saveMacro: Handler<'saveMacro'> = async (command, context) => {
  const { type: _, ...parts } = command
  const { profileId, macros } = context.store.get()
  const there = macros.find(({ id }) => id === parts.id)
  if (there) refuseWhileInUse(context, there.id)
  else if (macros.length >= MOST_MACROS) throw refused(MACRO_REFUSALS.tooMany)
  const { projectId } = there ?? { projectId: projectFor(command, context).id }
  const macro: Macro = { ...parts, profileId: there?.profileId ?? profileId, projectId }
  await keep(there ? macros.map((one) => (one === there ? macro : one)) : [...macros, macro], macro.id, context)
  return done(macroSaved(macro.name))
}

export const deleteMacro: Handler<'deleteMacro'> = async ({ macroId }, context) => {
  const { macros } = context.store.get()
  const there = macros.find(({ id }) => id === macroId)
  if (!there) throw refused(MACRO_REFUSALS.gone)
  refuseWhileInUse(context, macroId)
  await keep(
    macros.filter((one) => one !== there),
    macroId,
    context,
  )
  return done(macroDeleted(there.name))
}

/** @param id only this macro; omitted: any */
function refuseWhileRunning({ macros }: Context, id?: string): void {
  const running = macros.runs()
  if (running && (id === undefined || running.id === id)) throw refused(MACRO_REFUSALS.runs(running.name))
}

/** @param id only this macro; omitted: any */
function refuseWhileRehearsed({ ports }: Context, id?: string): void {
  const rehearsed = ports.macroRehearsals?.runs()
  if (rehearsed && (id === undefined || rehearsed.id === id)) throw refused(MACRO_REFUSALS.rehearsed(rehearsed.name))
}

function refuseWhileInUse(context: Context, id: string): void {
  refuseWhileRunning(context, id)
  refuseWhileRehearsed(context, id)
}

/**
 * All arms are cancelled first: an arm applies to a macro as it was when armed. So does the report of its last run.
 *
 * @param changed the id of the macro that is another one from now on
 */
async function keep(macros: Macro[], changed: string, { arms, settings, store }: Context): Promise<void> {
  arms.cancelAll()
  await settings.change({ macros })
  store.change((draft) => {
    draft.macros = macros
    delete draft.macroReports[changed]
  })
}
