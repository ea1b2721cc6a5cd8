/** Words in other languages: built, checked by the compiler, and tested with the pseudo-locale. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { plantedFault } from '../../build/plantedFault.ts'
import { type BuiltLanguage, languageOf } from '../../build/words/language.ts'
import { wordsIn } from '../../build/words/plugin.ts'
import { inAnyLocale, outside, pseudo } from '../../build/words/pseudo.ts'
import { pseudoModule } from '../../build/words/pseudoModule.ts'
import type { Translation } from '../../shared/words/translation.ts'

const here = import.meta.dirname
const folder = mkdtempSync(join(here, '../../.cache/words-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function bundled(language: BuiltLanguage, source: string): Promise<Record<string, unknown>> {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, source)
  const lib = { entry, formats: ['es' as const], fileName: 'entry' }
  const plugins = [plantedFault(process.env.CUELIGHT_FAULT), wordsIn(language)]
  const into = { build: { lib, write: false, minify: false } }
  const outputs = await build({ ...into, plugins, configFile: false, logLevel: 'error' })
  const [built] = outputs as Rolldown.RolldownOutput[]
  const code = built?.output[0].code ?? ''
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

const SOURCE = `
export { SETUP_LOADING, SETUP_NAMES } from '../../shared/words/panel/setup.ts'
export { COMMANDS_TO_BIND } from '../../shared/words/desktop/hotkeys.ts'
export { budgetLeft, watching } from '../../shared/words/show/show.ts'
export { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
export { TRAY_WORDS, answerLine } from '../../shared/words/desktop/tray.ts'
export { LANGUAGE } from '../../shared/words/language.ts'
`
interface All {
  [name: string]: unknown
  watching(viewers: number): string
  budgetLeft(left: number, limit: number): string
  TRAY_WORDS: { confirmNow(arm: unknown): string }
  answerLine(command: string, outcome: null): string
  describeOutcome(outcome: unknown): string
}

test('a language: provides its own words, formats by its tag, and falls back to English', async () => {
  const all = (await bundled({ words: 'translated', folder: join(here, 'xx') }, SOURCE)) as unknown as All
  expect(all.SETUP_LOADING).toBe('Wird geöffnet…')
  expect(all.SETUP_NAMES).toMatchObject({ stay: 'Stay' })
  expect(all.watching(12345)).toBe('12.345 watching')
})

test('a language: is English by default, and refused if it has no folder', () => {
  expect(languageOf(undefined)).toEqual({ words: 'english' })
  expect(languageOf('ar-XB')).toEqual({ words: 'pseudo', language: { tag: 'ar-XB', dir: 'rtl' } })
  expect(() => languageOf('tlh')).toThrow('shared/words/tlh')
  expect(() => languageOf('../contract')).toThrow('no words')
})

test('a language: is checked against the English exports by the compiler', () => {
  type English = { NAMES: { readonly go: 'Go' }; told: (count: number) => string }
  type Same = Translation<{ NAMES: { go: string }; told: (count: number) => string }, English>
  // @ts-expect-error a name is missing
  type Lacks = Translation<{ NAMES: Record<never, string>; told: (count: number) => string }, English>
  // @ts-expect-error it is asked with another thing
  type Asks = Translation<{ NAMES: { go: string }; told: (count: Date) => string }, English>
  expect([] as (Same | Lacks | Asks)[]).toEqual([])
})

test('the pseudo-locale: is at least 40 % longer, in brackets, and leaves text without letters unchanged', () => {
  for (const text of ['Stop', 'Go live', 'The service cannot be reached.'])
    expect(pseudo(text).length).toBeGreaterThanOrEqual(text.length * 1.4)
  expect(pseudo(' · 12')).toBe(' · 12')
  expect(outside(`${pseudo('On ')}Main Channel${pseudo(' now')}`).trim()).toBe('Main Channel')
  expect(inAnyLocale('Change Main account').test(`${pseudo('Change ')}Main account`)).toBe(true)
  expect(inAnyLocale('Stop').test(pseudo('Stop now'))).toBe(false)
})

test('the pseudo-locale: changes all that users read, keeps inserted values, and leaves what programs read', async () => {
  const all = (await bundled(languageOf('en-XA'), SOURCE)) as unknown as All
  expect(all.LANGUAGE).toEqual({ tag: 'en-XA', dir: 'ltr' })
  expect(all.budgetLeft(61, 150)).toBe(`61${pseudo(' of ')}150${pseudo(' left')}`)
  expect(all.TRAY_WORDS.confirmNow({ act: 'stop', projectName: 'P' })).toBe(`${pseudo('Stop now')}: P`)
  expect(all.describeOutcome({ result: 'refused', refusal: { reason: 'padlocked' } })).toBe(
    pseudo('The padlock is closed. Open it first.'),
  )
  expect(all.COMMANDS_TO_BIND).toContainEqual({ name: pseudo('Go live'), command: 'cuelight go-live' })
  // The arming client's intention is found by the name of the command.
  expect(all.answerLine('armStop', null)).toBe(`${pseudo('Stop')}: ${pseudo('Sent…')}`)
})

test('the pseudo-locale: changes no key, no case, no comparison, no format and no import', () => {
  const kept = `import { a } from './a b.ts'
export { c } from './c.ts'
type T = 'on air' | 'off'
const TABLE = { 'on air': 1 } satisfies Record<string, number>
export const of = (x: T) => (x === 'off' ? TABLE['on air'] : new Set(['one two']).has(x.padEnd(3, 'yes')))
export function say(x: T): number { switch (x) { case 'on air': return 1; default: return 2 } }
export const time = (at: Date) => at.toLocaleTimeString('en', { hour: '2-digit' })
`
  expect(pseudoModule('kept.ts', kept)).toBe(kept)
})
