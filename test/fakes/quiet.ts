import { setTimeout as sleep } from 'node:timers/promises'
import { lasting, programsRunning } from '../support/lasting.ts'
import { breathe } from './virtualClock.ts'

/** Turns in which most of what the disk does is over. */
const TURNS = 20

/** Something is written or read on the disk, or a program runs that this file began. */
const isAtWork = () =>
  process.getActiveResourcesInfo().some((one) => one.startsWith('FSReq')) || programsRunning() > lasting.programs

/** Resolves once nothing is under way on the disk and no program runs: a clock moved by hand must not run ahead of them. */
export async function quiet(): Promise<void> {
  // What takes longer is a program, and it is to have the core: a loop that turns on would take it.
  for (let turn = 0; isAtWork(); turn += 1) await (turn < TURNS ? breathe() : sleep(1))
}
