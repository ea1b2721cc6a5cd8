import type { Command, Source } from '../../../shared/commands/commands.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import type { Macro } from '../../../shared/macros/macro.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { ProjectState } from '../../../shared/state.ts'

/** A macro to start. */
export interface MacroStart {
  readonly macro: Macro
  readonly projectId: string
  /** The source that started it: each step is dispatched from that source. */
  readonly source: Source
  readonly paired?: Paired | undefined
  /** The broadcast it is meant for, once there is one. */
  liveId: string | null
  /** The command that started it; later the last one it sent. */
  commandId: string
}

/** Rehearses macros, one at a time, on a studio of their own. */
export interface MacroRehearsals {
  /**
   * Resolves once it runs; how it ends is shown in the state. The caller has checked that none is being rehearsed.
   *
   * @param tell writes the result to the journal @throws Refused
   */
  start(rehearsed: { macro: Macro; project: ProjectState; tell: (about: string) => void }): Promise<void>
  /** Ends the rehearsal; returns whether there was one. */
  end(why: 'stopped' | 'slept' | 'left'): boolean
  runs(): Macro | null
  /** Ends it, and resolves once nothing of it is left. */
  close(): Promise<void>
}

/** The interface that commands use for macros. */
export interface Macros {
  /** Starts a macro; the caller has checked that none is running. */
  start(run: MacroStart): void
  /** Ends the running macro; returns whether there was one. */
  end(why: 'stopped' | 'slept' | 'left' | 'unpaired'): boolean
  /** The name of the pairing that started the running one; null: no pairing did. */
  startedBy(): string | null
  /** A show command that is not a step of the macro ends it, before that command is carried out. */
  before(command: Command, id: string): void
  /** Why a command of a macro that has ended is not sent any more; null for any other command. */
  dropped(id: string): Refusal | null
  runs(): Macro | null
  /** Reports where the macro stopped that was running when the last process died. */
  afterCrash(): void
}
