import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOverride } from '../shared/contract/override.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

test('the override file that the README shows is one that is taken', () => {
  const example = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(readOverride(JSON.parse(example))).toHaveProperty('override.operations.stopLive.path')
})
