/** What the suite reports about a flaky test, and about one that always fails. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const top = fileURLToPath(new URL('../..', import.meta.url))
// Inside the project, because tests elsewhere do not find its packages.
mkdirSync(join(top, '.cache'), { recursive: true })
const dir = mkdtempSync(join(top, '.cache/once-more-'))
const config = join(dir, 'vitest.config.ts')
writeFileSync(
  config,
  `import { results } from ${JSON.stringify(join(top, 'build/suite/results.ts'))}
export default { root: ${JSON.stringify(dir)}, test: { include: ['*.test.ts'], reporters: [results()] } }`,
)
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const GREEN = `import { expect, test } from 'vitest'
test('holds', () => expect(1).toBe(1))`
const RED = `import { expect, test } from 'vitest'
test('never holds', () => expect(1).toBe(2))`
/** Fails in its first run, and in every second one after it. */
const NOW_AND_THEN = `import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
const seen = ${JSON.stringify(join(dir, 'seen'))}
test('holds every second time', () => {
  if (existsSync(seen)) return rmSync(seen)
  writeFileSync(seen, '')
  expect(1).toBe(2)
})`

// It runs the suite six times, which takes minutes on a busy machine.
test('a flaky test is reported and green; one that always fails is red; more than three are not run again', {
  timeout: 900_000,
}, () => {
  write({ green: GREEN, flaky: NOW_AND_THEN })
  expect(suite('--once-more')).toEqual({
    status: 0,
    said: [
      'failed once, run again alone: flaky.test.ts > holds every second time: passed',
      'run again: 1 of 2 files',
      '2 passed, 0 failed',
    ],
  })
  // A test requested by name is not run again.
  expect(suite()).toEqual({ status: 1, said: ['1 passed, 1 failed'] })
  rmSync(join(dir, 'seen'))

  write({ red: RED })
  expect(suite('--once-more')).toEqual({
    status: 1,
    said: [
      'failed once, run again alone: flaky.test.ts > holds every second time: passed',
      'failed once, run again alone: red.test.ts > never holds: failed again',
      'run again: 2 of 3 files',
      '2 passed, 1 failed',
    ],
  })

  write({ red2: RED, red3: RED, red4: RED })
  expect(suite('--once-more')).toEqual({ status: 1, said: ['1 passed, 5 failed'] })
})

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, `${name}.test.ts`), text)
}

function suite(...before: string[]) {
  const args = ['build/suite/run.ts', ...before, '--config', config]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: top, encoding: 'utf8' })
  return {
    status,
    said: stdout
      .trim()
      .split('\n')
      .filter((line) => line && !/^\d files failed/.test(line)),
  }
}
