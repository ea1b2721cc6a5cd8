/** Which folders of tests remain after their file has ended. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../support/atEnd.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))

/** Records which folder it made, and ends as requested. */
const making = (name: string, ends: string) => `import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { newDir } from ${JSON.stringify(join(top, 'test/support/folders.ts'))}
const dir = newDir()
writeFileSync(new URL('./${name}.folder', import.meta.url), dir)
describe('inside', () => {
  test('ends', () => ${ends})
})
afterAll(() => writeFileSync(dir + '/late', ''))`

test('folders are removed after the last test of their file, except those of a file that failed', () => {
  // Inside the project, because tests elsewhere do not find its packages.
  mkdirSync(join(top, '.cache'), { recursive: true })
  const dir = mkdtempSync(join(top, '.cache/folders-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(
    join(dir, 'vitest.config.ts'),
    `export default { root: ${JSON.stringify(dir)}, test: { include: ['*.test.ts'], setupFiles: [${JSON.stringify(join(top, 'test/support/removeFolders.ts'))}] } }`,
  )
  writeFileSync(join(dir, 'green.test.ts'), making('green', 'expect(1).toBe(1)'))
  writeFileSync(join(dir, 'red.test.ts'), making('red', 'expect(1).toBe(2)'))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', join(dir, 'vitest.config.ts')]
  expect(spawnSync(process.execPath, args, { cwd: top }).status).toBe(1)
  const folderOf = (name: string) => readFileSync(join(dir, `${name}.folder`), 'utf8')
  atEnd(() => rmSync(folderOf('red'), { recursive: true }))
  expect(existsSync(folderOf('green'))).toBe(false)
  expect(existsSync(join(folderOf('red'), 'late'))).toBe(true)
})
