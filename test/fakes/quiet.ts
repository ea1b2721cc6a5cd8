import { breathe } from './virtualClock.ts'

/** Something is written or read on the disk, or a program runs. */
const isAtWork = () => process.getActiveResourcesInfo().some((one) => /^(FSReq|ProcessWrap)/.test(one))

/** Resolves once nothing is under way on the disk and no program runs: a clock moved by hand must not run ahead of them. */
export async function quiet(): Promise<void> {
  while (isAtWork()) await breathe()
}
