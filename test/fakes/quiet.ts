import { setTimeout as sleep } from 'node:timers/promises'
import { lasting, programsRunning } from '../support/lasting.ts'
import { breathe } from './virtualClock.ts'

/** Turns in which most disk operations complete. */
const TURNS = 20

const isOnDisk = () => process.getActiveResourcesInfo().some((one) => one.startsWith('FSReq'))
/** Whether a disk operation or a program started by this file is running. */
const isAtWork = () => isOnDisk() || programsRunning() > lasting.programs

/** A disk operation that takes longer than this, in ms, hangs on purpose. */
const LONGEST_MS = 2_000

/** Resolves once no disk operation is running but those that hang: for a core, however busy the machine is. */
export async function diskIdle(): Promise<void> {
  for (const since = performance.now(); isOnDisk() && performance.now() - since < LONGEST_MS; ) await sleep(1)
}

/**
 * Resolves once no disk operation and no program is running: a clock that the test moves must not run ahead of them.
 */
export async function quiet(): Promise<void> {
  // After that it must be a program, which needs the processor: a busy loop would take it.
  for (let turn = 0; isAtWork(); turn += 1) await (turn < TURNS ? breathe() : sleep(1))
}
