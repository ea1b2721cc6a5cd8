import { randomUUID } from 'node:crypto'
import { type Command, commands } from '../../../shared/commands/commands.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { MACRO_ENDS, MACRO_REFUSALS, macroDone, macroEnded } from '../../../shared/words/commands/macros.ts'
import type { Recorder } from '../journal/recorder.ts'
import type { Store } from '../state/store.ts'
import type { Kept } from './composed/kept.ts'
import type { Dispatcher } from './dispatcher.ts'
import { pairingOf } from './guard.ts'
import type { Macros } from './macroPort.ts'
import { Ended, type Run, runStep, type Stage } from './macroSteps.ts'

interface Options {
  clock: Clock
  store: Store
  kept: Pick<Kept, 'macro'>
  dispatch: Dispatcher['dispatch']
  /** Writes the result of a macro to the journal. */
  tell: Recorder['seen']
}

/**
 * Runs macros, one at a time. Each step is a command through the dispatcher, with the usual guard and journal. A macro
 * ends at the first step that was not certainly done, right before any other show command is carried out, and with the
 * process; it is never restarted automatically.
 */
export function createMacros({ clock, store, kept, dispatch, tell }: Options): Macros {
  const keep = createKeeping(store, kept)
  let running: Run | null = null
  /** The last command of a macro that has ended: it must not be sent any more. */
  let lost: string | null = null

  const stage: Stage = {
    clock,
    store,
    send(run, command) {
      run.commandId = randomUUID()
      return dispatch(run.commandId, command, run.source, run.paired)
    },
    waits: (until) =>
      store.change(({ macro }) => {
        if (macro) macro.until = until
      }),
  }

  async function steps(run: Run): Promise<void> {
    try {
      for (const [index, step] of run.macro.steps.entries()) {
        keep(run, index + 1)
        await runStep(step, run, stage)
        run.over.signal.throwIfAborted()
        run.done += 1
      }
      finish(run, null)
    } catch (error) {
      finish(run, error instanceof Ended ? error.message : String(error))
    }
  }

  /** @param why the macro ended early, as a sentence; null if it completed */
  function finish(run: Run, why: string | null): void {
    if (running !== run) return
    const at = store.get().macro
    running = null
    lost = run.commandId
    run.over.abort(new Ended(''))
    keep(run, null)
    report(run, why, store, clock.now())
    const about = why === null || !at ? macroDone(run.macro) : macroEnded(at, why)
    store.change({
      macro: why === null || !at || why === MACRO_ENDS.stopped ? null : { ...at, until: null, ended: why },
    })
    tell({ id: run.projectId, name: null }, { event: 'editStep', about })
  }

  return {
    start(begun) {
      const run: Run = { ...begun, over: new AbortController(), at: clock.now(), done: 0 }
      running = run
      store.change(({ macroReports }) => void delete macroReports[run.macro.id])
      keep(run, 1)
      // The command that starts the macro is answered and journalled first.
      clock.after(0, () => void (running === run && steps(run)))
    },
    end(why) {
      const run = running
      if (run) finish(run, MACRO_ENDS[why])
      return run !== null
    },
    before(command, id) {
      if (running && id !== running.commandId && isManual(command)) finish(running, MACRO_ENDS.manual)
    },
    dropped: (id) => (id === lost ? { reason: 'edit', message: MACRO_REFUSALS.none } : null),
    runs: () => running?.macro ?? null,
    startedBy: () => running && pairingOf(running),
    afterCrash() {
      const at = kept.macro.get()
      if (!at) return
      kept.macro.change(() => null).catch(() => {})
      tell({ id: at.projectId, name: null }, { event: 'editStep', about: macroEnded(at, MACRO_ENDS.crashed) })
    },
  }
}

/** Commands that end a macro although they do not reach the air. */
const TAKES_OVER: readonly Command['type'][] = ['chooseTarget', 'switchProfile']

function isManual(command: Command): boolean {
  if (command.type === 'setPadlock') return command.locked
  if (command.type === 'runMacro') return false
  return commands[command.type].reach === 'air' || TAKES_OVER.includes(command.type)
}

function report({ macro, at, done }: Run, why: string | null, store: Store, now: number): void {
  store.change(({ macroReports, service: { rehearsal } }) => {
    macroReports[macro.id] = { at, rehearsal, done, why, ms: Math.max(0, now - at) }
  })
}

/** Shows and saves the current step; null if the macro has ended. */
const createKeeping =
  (store: Store, kept: Options['kept']) =>
  (run: Run, step: number | null): void => {
    const { id, name, steps } = run.macro
    const at = step === null ? null : { projectId: run.projectId, name, step, of: steps.length }
    // If the disk refuses, a crash is reported without the step.
    kept.macro.change(() => at).catch(() => {})
    if (at) store.change({ macro: { id, ...at, until: null, ended: null } })
  }
