import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOverrideFile } from '../../electron/app/overrideFile.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuelight-override-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function reading(content: string | Uint8Array) {
  const file = join(dir, 'override.json')
  writeFileSync(file, content)
  return readOverrideFile(file)
}
const GOOD = JSON.stringify({ version: 1, operations: { stopLive: { path: '/end/{projectId}' } } })

it('is in force when it is right, with a byte order mark too', () => {
  for (const text of [GOOD, `\uFEFF${GOOD}`]) {
    const { file, override, problem } = reading(text)
    expect([file, problem]).toEqual([join(dir, 'override.json'), null])
    expect(override?.operations?.stopLive?.path).toBe('/end/{projectId}')
  }
})

it('is no problem when it is not there, unless it was asked for by name', () => {
  const file = join(dir, 'none.json')
  expect(readOverrideFile(file)).toEqual({ file, override: null, problem: null })
  expect(readOverrideFile(file, true)).toEqual({ file, override: null, problem: 'there is no such file' })
})

it.each([
  ['not JSON', '{"version":1,', 'it is not JSON'],
  ['empty', '', 'it is not JSON'],
  ['no text', Uint8Array.of(0x7b, 0xff, 0x7d), 'it is not UTF-8 text'],
  ['too large', `${GOOD}${' '.repeat(256 * 1024)}`, 'it is larger than 256 kB'],
  ['of another version', '{"version":2}', 'version: '],
])('%s is told', (_, content, problem) => {
  expect(reading(content)).toMatchObject({ override: null, problem: expect.stringContaining(problem) })
})

it('is never half in force: one wrong field, and nothing of it is', () => {
  const operations = { stopLive: { path: '/end/{projectId}' }, getLive: { path: 'air/{projectId}' } }
  const { override, problem } = reading(JSON.stringify({ version: 1, keyPrefix: 'k_', operations }))
  expect(override).toBeNull()
  expect(problem).toBe('operations.getLive.path: must begin with /')
})

it('what is no file, or cannot be read, is told', () => {
  mkdirSync(join(dir, 'folder'))
  expect(readOverrideFile(join(dir, 'folder')).problem).toBe('it is not a file')
  writeFileSync(join(dir, 'file'), GOOD)
  expect(readOverrideFile(join(dir, 'file', 'inside')).problem).toBe('it cannot be read (ENOTDIR)')
})
