/**
 * Tests every state of the screens, runs all tests of the panel and, once all are right, records a digest of what it is
 * made of: until that changes, `npm test` has only a sample of them.
 *
 *   node build/suite/checkScreens.ts
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { CHECKED, SCREENS } from './sample.ts'
import { screensDigest } from './screenInputs.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))

const before = screensDigest(top)
const args = ['build/suite/run.ts', '--config', 'build/vitest.config.ts', 'test/screens', 'test/renderer']
const { status } = spawnSync(execPath, ['--disable-warning=ExperimentalWarning', ...args], {
  cwd: top,
  stdio: 'inherit',
  env: { ...env, [SCREENS]: 'all' },
})
if (status !== 0) exit(1)
if (screensDigest(top) !== before) {
  console.log('What the panel is made of changed meanwhile: nothing is recorded. Run this again.')
  exit(1)
}
writeFileSync(join(top, CHECKED), `${before}\n`)
console.log(`Every state and test is right. Commit ${CHECKED}.`)
