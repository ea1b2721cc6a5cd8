/**
 * The engine as a process of its own: plans come in as lines of JSON, reports go out as lines. It ends with the studio
 * that started it, because its input then ends: two engines must never send to one server.
 */
import { standardInput } from '../../util/standardInput.ts'
import { systemClock } from '../../util/time.ts'
import { Engine } from './engine.ts'
import { lines } from './lines.ts'
import { EnginePlan } from './plan.ts'

/** How often a report is made; it is sent when it says something else. In ms. */
const REPORT_MS = 200

const engine = new Engine(systemClock, (line) => process.stderr.write(`${line}\n`))
let reported = ''

function report(): void {
  const text = JSON.stringify(engine.report())
  if (text !== reported) process.stdout.write(`${text}\n`)
  reported = text
  systemClock.after(REPORT_MS, report)
}

process.on('SIGINT', () => {})
process.stdout.on('error', () => process.exit(1))
const input = standardInput()
input.on(
  'data',
  lines((value) => engine.follow(EnginePlan.parse(value))),
)
input.on('end', () => {
  engine.close()
  // Streams are ended in order: that takes a moment.
  systemClock.after(300, () => process.exit(0))
})
report()
