/**
 * The engine as a process of its own: plans come in as lines of JSON, reports go out as lines. It ends with the studio
 * that started it, because its input then ends: two engines must never send to one server.
 */
import { standardInput } from '../../util/standardInput.ts'
import { systemClock } from '../../util/time.ts'
import { Engine } from './engine.ts'
import { lines } from './lines.ts'
import { EnginePlan } from './plan.ts'

/** How often a report is made, in ms. It is sent when it says something else, and with every fifth: as a sign of life. */
const REPORT_MS = 200
const BEAT = 5

const engine = new Engine(systemClock, (line) => process.stderr.write(`${line}\n`))
let reported = ''
let reports = 0

function report(): void {
  const text = JSON.stringify(engine.report())
  reports += 1
  if (text !== reported || reports % BEAT === 0) process.stdout.write(`${text}\n`)
  reported = text
  systemClock.after(REPORT_MS, report)
}

process.on('SIGINT', () => {})
process.stdout.on('error', () => process.exit(1))
const input = standardInput()
const takePlans = lines((value) => engine.follow(EnginePlan.parse(value)))
input.on('data', (bytes: Buffer) => {
  try {
    takePlans(bytes)
  } catch (error) {
    process.stderr.write(`A plan cannot be followed: ${error instanceof Error ? error.message : 'unknown'}\n`)
    process.exit(1)
  }
})
input.on('end', () => {
  engine.close()
  // Streams are ended in order: that takes a moment.
  systemClock.after(300, () => process.exit(0))
})
report()
