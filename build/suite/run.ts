/**
 * Runs the tests, and reports the result in one plain last line.
 *
 *   node build/suite/run.ts [--once-more] [what vitest takes]
 *
 * With `--once-more`, for the whole suite, at most three failed files are run again, alone, with one worker: a machine
 * that was busy for a moment must not hold up finished work. Each of them is reported, passed or not, because each is a
 * bug to be fixed, in the test or in the product. A file that fails twice fails the run. Planted faults are never
 * retried. It also decides which states of the screens are tested.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, env, execPath, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { presentProgram } from '../setup/electron.mjs'
import { kill, processesMarked } from './leftovers.ts'
import type { Results } from './results.ts'
import { SCREENS, screensToLookAt } from './sample.ts'

const MOST_REPEATED = 3
const TOP = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = join(TOP, 'node_modules/vitest/vitest.mjs')
/** Specs of the desktop app: their result states what they ran on. */
const DESKTOP = /^test\/e2e\/desktop\//

const onceMore = argv[2] === '--once-more'
const args = argv.slice(onceMore ? 3 : 2)
// Files requested by name are tested completely.
if (onceMore && env[SCREENS] === undefined) {
  const { screens, why } = screensToLookAt(TOP, new Date().toISOString().slice(0, 10))
  env[SCREENS] = screens
  console.error(why)
}
const first = vitest(args)
if (!first) exit(1)
const { failed, unhandled, files } = first
const again = onceMore && unhandled === 0 && failed.length > 0 && failed.length <= MOST_REPEATED ? repeat() : null

if (files.some((file) => DESKTOP.test(file))) console.log(desktopLine())
if (again) {
  for (const { file, names } of failed)
    for (const name of names)
      console.log(`failed once, run again alone: ${file} > ${name}: ${isGreen(file) ? 'passed' : 'failed again'}`)
  console.log(`run again: ${failed.length} of ${files.length} files`)
}
const ended = again ? joined(first, again) : first
const red = ended.failed.reduce((sum, { names }) => sum + names.length, 0) + ended.unhandled
console.log(`${ended.passed} passed, ${red} failed${ended.skipped ? `, ${ended.skipped} skipped` : ''}`)
// Vitest also fails without a failed test: no test found, or a run that was interrupted.
exit(red > 0 || (ended.code !== 0 && !again) ? 1 : 0)

function repeat() {
  console.log(`\n${failed.length} files failed: each once more, alone.`)
  return vitest([...args, ...failed.map(({ file }) => file), '--maxWorkers=1'])
}

function isGreen(file: string): boolean {
  return again?.failed.every((one) => one.file !== file) ?? false
}

/** The first run, with the results of its failed files replaced by those of the retry. */
function joined(before: Run, after: Run): Run {
  const replaced = (field: 'passed' | 'skipped') =>
    before[field] - before.failed.reduce((sum, one) => sum + one[field], 0) + after[field]
  const missing = before.failed.filter(({ file }) => !after.files.includes(file))
  return {
    ...before,
    passed: replaced('passed'),
    skipped: replaced('skipped'),
    failed: [...after.failed, ...missing],
    unhandled: after.unhandled,
  }
}

interface Run extends Results {
  code: number
}

/** Returns null if it ended without results, which counts as failed. */
function vitest(what: readonly string[]): Run | null {
  const dir = mkdtempSync(join(tmpdir(), 'cuelight-suite-'))
  const file = join(dir, 'results.json')
  // Its output goes to stderr; only our own lines are on stdout.
  const { status } = spawnSync(execPath, [VITEST, 'run', ...what], {
    stdio: ['inherit', 2, 2],
    env: { ...env, CUELIGHT_RESULTS: file, CUELIGHT_TEST_RUN: file },
  })
  for (const [pid, line] of processesMarked(`CUELIGHT_TEST_RUN=${file}`)) {
    console.error(`left running by these tests, and ended: ${line}`)
    kill(pid)
  }
  try {
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Results), code: status ?? 1 }
  } catch (error) {
    console.log(`The tests ended without a result: ${error instanceof Error ? error.message : error}`)
    return null
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function desktopLine(): string {
  if (presentProgram() !== null) return 'test/e2e/desktop: on Electron'
  return 'test/e2e/desktop: on the stand-in for Electron; not run on real Electron: no Electron binary'
}
