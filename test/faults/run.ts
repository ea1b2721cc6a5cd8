/**
 * Plants each deliberate fault of the table, one at a time, and sees a test fail. Answers 1 when one is not caught.
 *
 *   npm run faults [-- --gravest | --within MINUTES | part of a name]
 *
 * `--within`: the gravest first, then the others in an order of the commit's, until the time is up; what was not planted by
 * then is counted, and another commit begins with others.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import { faults, gravest } from './table.ts'

interface Report {
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

const dir = mkdtempSync(join(tmpdir(), 'cuelight-faults-'))
const part = process.argv[2] ?? ''
const minutes = part === '--within' ? Number(process.argv[3]) : Number.POSITIVE_INFINITY
const giveUp = performance.now() + minutes * 60_000
const queue = chosen()
let [planted, missed] = [0, 0]

await Promise.all([worker(), worker()])
rmSync(dir, { recursive: true })
if (queue.length > 0)
  console.log(`${queue.length} faults not planted: ${minutes} minutes were up. All: npm run faults`)
console.log(`${planted - missed} faults caught, ${missed} not`)
process.exitCode = missed === 0 && planted > 0 ? 0 : 1

function chosen(): Fault[] {
  if (part === '--gravest') return [...gravest]
  if (part !== '--within') return faults.filter((fault) => fault.name.includes(part))
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  const place = ({ name }: Fault) => createHash('sha256').update(`${stdout} ${name}`).digest('hex')
  const others = faults.filter((fault) => !gravest.includes(fault))
  return [...gravest, ...others.toSorted((a, b) => place(a).localeCompare(place(b)))]
}

async function worker(): Promise<void> {
  while (performance.now() < giveUp) {
    const fault = queue.shift()
    if (!fault) return
    planted += 1
    const caughtBy = await plant(fault, join(dir, `${queue.length}.json`))
    if (caughtBy === null) missed += 1
    console.log(caughtBy === null ? `✗ NOT CAUGHT: ${fault.name}` : `✓ ${fault.name} — ${caughtBy}`)
  }
}

/** Runs the tests that should catch it; answers the first that failed, or null. */
async function plant({ file, from, to, tests }: Fault, report: string): Promise<string | null> {
  const args = [
    'run',
    '--config',
    'build/vitest.config.ts',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests,
  ]
  const env = { ...process.env, CUELIGHT_FAULT: JSON.stringify({ file, from, to }) }
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { env, stdio: 'ignore' })
  await new Promise((resolve) => vitest.once('close', resolve))
  return firstFailed(JSON.parse(readFileSync(report, 'utf8')) as Report)
}

function firstFailed({ numFailedTests, testResults }: Report): string | null {
  const results = testResults.flatMap((file) => file.assertionResults)
  // A fault that only keeps the tests from loading was not caught by them.
  if (numFailedTests === 0 || results.length === 0) return null
  return results.find((result) => result.status === 'failed')?.fullName ?? null
}
