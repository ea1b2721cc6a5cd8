import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { untilSecondStep } from '../../../shared/commands/arming.ts'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Macro, MacroReport } from '../../../shared/macros/macro.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { MACRO_ENDS, macroDone, macroEnded, rehearsalEnded } from '../../../shared/words/commands/macros.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import { sleep } from '../../util/time.ts'
import type { MacroRehearsals } from '../commands/macroPort.ts'
import { Refused } from '../commands/ports.ts'
import type { Core } from '../core.ts'
import type { Store } from '../state/store.ts'
import { openStage, type Stage, type StageOptions } from './stage.ts'

type Rehearsed = Parameters<MacroRehearsals['start']>[0]

interface Rehearsal extends Rehearsed {
  readonly over: AbortController
  stage: Promise<Stage> | null
  /** Of the stage, once the macro can begin there. */
  core: Core | null
  /** Why it was ended from outside. */
  why: string | null
}

/**
 * Rehearses macros, one at a time. The macro runs in the stage's core as it would in ours; of that, only its step and
 * its report are shown here. What the account, the padlock and the show target are doing does not matter to it.
 */
export function createMacroRehearsals({ store, ...options }: StageOptions & { store: Store }): MacroRehearsals {
  // A process that was killed may have left it.
  rmSync(options.dir, { recursive: true, force: true })
  let running: Rehearsal | null = null
  /** Settles once nothing is left of the last one. */
  let closing: Promise<void> = Promise.resolve()

  async function begin(rehearsal: Rehearsal): Promise<void> {
    const { macro, project, over } = rehearsal
    await closing
    over.signal.throwIfAborted()
    rehearsal.stage = openStage({ macro, project, state: store.get() }, options, over.signal)
    const { core } = await rehearsal.stage
    over.signal.throwIfAborted()
    rehearsal.core = core
    core.store.subscribe(() => follow(rehearsal, core))
    await run(macro, core, options.clock, over.signal)
  }

  /** Shows here what the stage shows. */
  function follow(rehearsal: Rehearsal, { store: stage }: Core): void {
    if (running !== rehearsal) return
    const { macro, macroReports } = stage.get()
    const report = macroReports[rehearsal.macro.id]
    if (report) finish(rehearsal, { ...report, why: rehearsal.why ?? report.why })
    else if (macro) store.change({ macroRehearsal: macro })
  }

  function finish(rehearsal: Rehearsal, report: MacroReport): void {
    const { macro, tell, why } = { ...rehearsal, ...report }
    const at = endOf(rehearsal, report)
    leave(rehearsal)
    store.change((draft) => {
      draft.macroReports[macro.id] = report
      draft.macroRehearsal = why === null || why === MACRO_ENDS.stopped ? null : { ...at, ended: why }
    })
    tell(rehearsalEnded(why === null ? macroDone(macro) : macroEnded(at, why)))
  }

  function leave(rehearsal: Rehearsal): void {
    if (running !== rehearsal) return
    running = null
    rehearsal.over.abort(new Refused({ reason: 'edit', message: rehearsal.why ?? '' }))
    // A stage that could not be opened has left nothing; one that was still to be opened waits for the last one's end.
    if (rehearsal.stage) closing = rehearsal.stage.then(({ close }) => close()).catch(() => {})
  }

  function end(why: 'stopped' | 'slept' | 'left'): boolean {
    const rehearsal = running
    if (!rehearsal) return false
    rehearsal.why = MACRO_ENDS[why]
    // It ends at once, and with a report if it has begun.
    rehearsal.core?.dispatch(randomUUID(), { type: 'stopMacro' }, 'panel')
    leave(rehearsal)
    return true
  }

  return {
    async start(rehearsed) {
      const rehearsal: Rehearsal = { ...rehearsed, over: new AbortController(), stage: null, core: null, why: null }
      running = rehearsal
      store.change((draft) => {
        draft.macroRehearsal = null
        delete draft.macroReports[rehearsed.macro.id]
      })
      try {
        await begin(rehearsal)
      } catch (error) {
        leave(rehearsal)
        throw error
      }
    },
    end,
    runs: () => running?.macro ?? null,
    async close() {
      end('left')
      await closing
    },
  }
}

/** Where it ended, if it ended early. */
function endOf({ macro: { id, name, steps }, project }: Rehearsed, { done }: MacroReport) {
  return { id, name, projectId: project.id, step: done + 1, of: steps.length, until: null }
}

/** Nothing goes out, so the two steps of a macro that goes live or stops are taken here. */
async function run({ id: macroId }: Macro, core: Core, clock: Clock, signal: AbortSignal): Promise<void> {
  const press = (command: CommandInput) => core.dispatch(randomUUID(), command, 'panel')
  let outcome = await press({ type: 'runMacro', macroId, mode: 'press' })
  if (outcome.result === 'armed') {
    const { arm } = outcome
    await sleep(clock, untilSecondStep(arm), signal)
    outcome = await press({ type: 'runMacro', armId: arm.armId })
  }
  if (outcome.result !== 'done') throw new Refused({ reason: 'edit', message: describeOutcome(outcome) })
}
