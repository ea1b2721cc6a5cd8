import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What came of fuzzing one target. */
export interface Report {
  target: string
  inputs: number
  /** Of these, how many were refused or failed; the others were still right. */
  refused: number
  /** What must never be: it ended, it stopped answering, it did what nobody asked for. */
  crashes: string[]
  /** Refusals that do not say which field is at fault. */
  nameless: string[]
  /** How much the heap has grown from half of the inputs to the last, where one core took them all, in MB. */
  grownMb: number
}

/** In short, for a report: an input may be long. */
export const brief = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Names of everything that all objects share, and of what makes them. */
const sharedNames = () =>
  [Object, Array, Function, String]
    .flatMap((one) => [...Object.getOwnPropertyNames(one), '/', ...Object.getOwnPropertyNames(one.prototype)])
    .join()
const before = sharedNames()

/** Has an input written into what all objects share? */
export function polluted(): boolean {
  return sharedNames() !== before || 'polluted' in {}
}

/** Runs the fuzzing of one target, and notes faults that nobody caught meanwhile. One of our own ends it. */
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

/** What is in use once everything that is not has been taken away, in MB. */
export function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  return process.memoryUsage().heapUsed / (1024 * 1024)
}
