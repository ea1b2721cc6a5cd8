import type { Command, Source } from '../../../shared/commands/commands.ts'
import type { Macro } from '../../../shared/macros/macro.ts'
import type { Refusal } from '../../../shared/outcome.ts'

/** A macro as it is begun. */
export interface MacroStart {
  readonly macro: Macro
  readonly projectId: string
  /** Of who started it: each step is asked for as from there. */
  readonly source: Source
  /** The broadcast it is meant for, once there is one. */
  liveId: string | null
  /** The command that began it; then the one it sent last. */
  commandId: string
}

/** The macros as commands know them. */
export interface Macros {
  /** Begins one; whoever asks has seen that none runs. */
  start(run: MacroStart): void
  /** Ends the one that runs; answers whether there was one. */
  end(why: 'stopped' | 'slept' | 'left'): boolean
  /** Whatever a person or a program does to the show by hand ends it, before that is done. */
  before(command: Command, id: string): void
  /** Why a command of one that has ended is not sent any more. */
  dropped(id: string): Refusal | null
  runs(): Macro | null
  /** Says where the one stopped that ran when the last process died. */
  afterCrash(): void
}
