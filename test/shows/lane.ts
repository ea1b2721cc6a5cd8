/** Plays a share of the shows in a process of its own: `lane.ts FIRST COUNT STEP`. Reports each in a message. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDir } from '../fakes/rig.ts'
import { playShow, type ShowReport } from './show.ts'

export interface LaneMessage {
  seed: number
  report: ShowReport | null
  /** A fault of the test code, or an uncaught one of the product. */
  thrown: string | null
}

const [first = 1, count = 1, step = 1] = process.argv.slice(2).map(Number)
const root = newDir()
let seed = first
const say = (message: LaneMessage) => process.send?.(message)

process.on('unhandledRejection', (error) => say({ seed, report: null, thrown: `nobody caught ${described(error)}` }))

for (let played = 0; played < count; played += 1, seed += step) await playOne()
rmSync(root, { recursive: true, force: true })
process.disconnect()

async function playOne(): Promise<void> {
  const dir = join(root, String(seed))
  mkdirSync(dir)
  try {
    const report = await playShow(seed, dir)
    // The log is sent only for shows that went wrong: all ten thousand would be too much.
    say({ seed, report: { ...report, story: report.violations.length > 0 ? report.story : '' }, thrown: null })
  } catch (error) {
    say({ seed, report: null, thrown: described(error) })
  }
  rmSync(dir, { recursive: true, force: true })
}

function described(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error)
}
