/**
 * Plants each deliberate fault of the table, one at a time, and sees a test fail. Answers 1 when one is not caught, or
 * has no place in the sources any more.
 *
 *   node test/faults/run.ts [--gravest | part of a name]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import { faults, fits } from './table.ts'

interface Report {
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

const dir = mkdtempSync(join(tmpdir(), 'cuelight-faults-'))
const part = process.argv[2] ?? ''
const chosen = faults.filter(({ gravest, name }) => (part === '--gravest' ? gravest : name.includes(part)))
const queue = [...chosen]
let caught = 0
let done = 0

// A test that waits leaves its core to another.
await Promise.all([worker(), worker(), worker()])
rmSync(dir, { recursive: true })
console.log(`${caught} faults caught, ${chosen.length - caught} not`)
process.exitCode = caught === chosen.length && caught > 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const { name, file } = fault
    const caughtBy = fits(fault) ? await plant(fault, join(dir, `${queue.length}.json`)) : null
    if (caughtBy !== null) caught += 1
    done += 1
    const place = `${done} of ${chosen.length}`
    if (caughtBy !== null) console.log(`✓ ${place}: ${name} — ${caughtBy}`)
    else console.log(`✗ ${place}: ${fits(fault) ? 'NOT CAUGHT' : `NOT ONCE IN ${file}`}: ${name}`)
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
  // The histories of test/sim are the same ones every day: what they catch today they catch tomorrow.
  const sim = { CUELIGHT_SIM_FIRST: '1', CUELIGHT_SIM: '1000' }
  const env = { ...process.env, ...sim, CUELIGHT_FAULT: JSON.stringify({ file, from, to }) }
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
