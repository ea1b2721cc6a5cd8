/** Which states of the screens a run of the whole suite checks, and which tests of the panel it runs. */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { CHECKED, chosenFrom, DAYS, FILE_DAYS, leftOut, screensToLookAt } from '../../build/suite/sample.ts'
import { screenInputs, screensDigest } from '../../build/suite/screenInputs.ts'
import { newDir } from '../fakes/rig.ts'

const TODAY = '2026-11-25'
/** A minimal project: files that screens are drawn from, and files that they are not. */
const FILES = {
  'renderer/main.tsx': "import { late } from './late.ts'\nimport './look.css'\n",
  'renderer/late.ts': "export const late = () => import('../shared/words/late.ts')\n",
  'renderer/look.css': 'b { color: red }\n',
  'renderer/README.md': 'What lives here.\n',
  'shared/words/late.ts': "import type { Part } from '../part.ts'\nexport const LATE: Part = 'late'\n",
  'shared/part.ts': 'export type Part = string\n',
  'shared/elsewhere.ts': 'export const ELSEWHERE = 1\n',
  'electron/core.ts': "import { LATE } from '../shared/words/late.ts'\n",
  'test/screens/first.test.ts': "import { STATES } from '../renderer/states.ts'\n",
  'test/renderer/states.ts': 'export const STATES = []\n',
  'test/renderer/other.test.ts': "import { page } from '../fakes/page.ts'\n",
  'test/fakes/page.ts': 'export const page = 1\n',
  'test/core/other.test.ts': 'export const other = 1\n',
  'build/vite.renderer.config.ts': "import { words } from './words/plugin.ts'\n",
  'build/words/plugin.ts': 'export const words = 1\n',
  'package-lock.json': '{}\n',
}
const top = newDir()
const decided = () => screensToLookAt(top, TODAY).screens

beforeEach(() => {
  rmSync(top, { recursive: true, force: true })
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(top, file)), { recursive: true })
    writeFileSync(join(top, file), text)
  }
  writeFileSync(join(top, CHECKED), `${screensDigest(top)}\n`)
})

const DRAWN_FROM = [
  'renderer/main.tsx',
  'renderer/look.css',
  'shared/words/late.ts',
  'shared/part.ts',
  'test/screens/first.test.ts',
  'test/renderer/states.ts',
  'test/renderer/other.test.ts',
  'test/fakes/page.ts',
  'build/vite.renderer.config.ts',
  'build/words/plugin.ts',
  'package-lock.json',
]
const NOT_DRAWN_FROM = ['renderer/README.md', 'shared/elsewhere.ts', 'electron/core.ts', 'test/core/other.test.ts']

test.each(DRAWN_FROM)('once %s changes, every state is checked until all were found right', (file) => {
  expect(decided()).toBe(TODAY)
  appendFileSync(join(top, file), ' ')
  expect(screensToLookAt(top, TODAY)).toEqual({ screens: 'all', why: expect.stringContaining('changed') })
  writeFileSync(join(top, CHECKED), `${screensDigest(top)}\n`)
  expect(decided()).toBe(TODAY)
})

test.each(NOT_DRAWN_FROM)('no screen is drawn from %s', (file) => {
  appendFileSync(join(top, file), ' ')
  expect(decided()).toBe(TODAY)
})

test('an added, removed or renamed file counts', () => {
  writeFileSync(join(top, 'renderer/new.css'), '')
  expect(decided()).toBe('all')
  rmSync(join(top, 'renderer/new.css'))
  expect(decided()).toBe(TODAY)
  rmSync(join(top, 'test/renderer/states.ts'))
  expect(decided()).toBe('all')
})

test('without a record of the last check, every state is checked', () => {
  rmSync(join(top, CHECKED))
  expect(screensToLookAt(top, TODAY)).toEqual({ screens: 'all', why: expect.stringContaining(`no ${CHECKED}`) })
})

test('in this project, those files are the panel, the words and the states', () => {
  const inputs = screenInputs(fileURLToPath(new URL('../..', import.meta.url)))
  expect(inputs).toEqual(
    expect.arrayContaining([
      ...['renderer/app/palette/Palette.tsx', 'shared/words/labels.ts', 'shared/tally.ts', 'build/words/pseudo.ts'],
      ...['test/screens/visit.ts', 'test/renderer/everyState.ts', 'test/renderer/axe.ts'],
    ]),
  )
  expect(inputs.filter((file) => /^electron\/(core|service|studio)|\.md$/.test(file))).toEqual([])
})

describe('the sample', () => {
  const states = Array.from({ length: 20 }, (_, nr) => nr)
  const inDays = (first: string) =>
    Array.from({ length: DAYS }, (_, day) =>
      chosenFrom(states, new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10)),
    )

  test('has every state in its turn, and each as often, from any first day', () => {
    for (const first of [TODAY, '2026-12-30'])
      expect(
        inDays(first)
          .flat()
          .toSorted((one, other) => one - other),
      ).toEqual(states)
  })

  test('leaves out six of seven test files of the panel, each in its turn, and none of anything else', () => {
    for (let nr = 0; nr < 20; nr++) writeFileSync(join(top, `test/renderer/nr${nr}.test.ts`), '')
    const out = Array.from({ length: FILE_DAYS }, (_, day) => leftOut(top, `2026-11-2${day}`)).flat()
    const times = Map.groupBy(out, (file) => file)
    expect([...times.keys()].every((file) => file.startsWith('test/renderer/'))).toBe(true)
    expect([...times.values()].map(({ length }) => length)).toEqual(Array(21).fill(FILE_DAYS - 1))
    expect(leftOut(top, 'all')).toEqual([])
  })

  test('is all of them if no day was chosen; an invalid day is an error', () => {
    expect(chosenFrom(states, 'all')).toEqual(states)
    expect(() => chosenFrom(states, 'some')).toThrow('neither "all" nor a day')
  })
})
