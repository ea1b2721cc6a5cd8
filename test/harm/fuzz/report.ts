import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The result of fuzzing one target. */
export interface Report {
  target: string
  inputs: number
  /** How many of these were refused or failed; the others were still valid. */
  refused: number
  /** What must never happen: it ended, it stopped responding, it did something unrequested. */
  crashes: string[]
  /** Refusals that do not name the field at fault. */
  nameless: string[]
  /** Heap growth from half of the inputs to the last, if one core took them all, in MB. */
  grownMb: number
}

/** Shortened for a report: an input may be long. */
export const brief = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Names of everything that all objects share, and of their constructors. */
const sharedNames = () =>
  [Object, Array, Function, String]
    .flatMap((one) => [...Object.getOwnPropertyNames(one), '/', ...Object.getOwnPropertyNames(one.prototype)])
    .join()
const before = sharedNames()

/** Whether an input has written into what all objects share. */
export function polluted(): boolean {
  return sharedNames() !== before || 'polluted' in {}
}

/** Runs the fuzzing of one target, and notes uncaught faults meanwhile. A fault of the fuzzing itself ends it. */
export async function watched(target: string, fuzz: (report: Report) => Promise<void>): Promise<Report> {
  const report: Report = { target, inputs: 0, refused: 0, crashes: [], nameless: [], grownMb: 0 }
  const note = (error: unknown) => report.crashes.push(`nobody caught: ${error}`)
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  try {
    await fuzz(report)
    if (polluted()) report.crashes.push('what all objects share was written into')
  } finally {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
  }
  return report
}

/** The heap in use after garbage collection, in MB. */
export function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  return process.memoryUsage().heapUsed / (1024 * 1024)
}
