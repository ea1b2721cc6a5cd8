/** Files that the user may have edited: the settings, exported settings, the override. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSettings } from '../../../electron/core/files/settingsFile.ts'
import { readOverride } from '../../../shared/contract/override.ts'
import { DEFAULT_SETTINGS, Settings } from '../../../shared/settings/settings.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { seeded } from '../../fakes/random.ts'
import { newDir } from '../../fakes/rig.ts'
import { garbled, mutated, type Random } from './mutate.ts'
import { brief, type Report, watched } from './report.ts'

const PROFILE = {
  id: '6f1c2b3a-1111-4222-8333-444455556666',
  name: 'Club',
  baseUrl: 'https://a.example/v1/external',
  account: 'default',
  keyKept: true,
  keyWorked: false,
}
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  padlock: true,
  targets: { 'https://a.example/v1/external default': { id: 'p1', name: 'Show' } },
  profiles: [PROFILE],
  profileId: PROFILE.id,
  keysToForget: ['7f1c2b3a-1111-4222-8333-444455556666'],
}
const OVERRIDE = {
  version: 1,
  keyPrefix: 'key_',
  rateHeaders: { limit: ['x-limit', 'x-quota'], remaining: 'x-left' },
  operations: {
    stopLive: { method: 'PUT', path: '/projects/{projectId}/broadcast' },
    getLive: { path: '/projects/{projectId}/now' },
  },
}

/** Reads this many odd settings files: each is kept aside whole, or read as what it says. */
export const fuzzSettings = (inputs: number, seed: number) =>
  watched('settings', async (report) => oddSettings(report, inputs, seed))

function oddSettings(report: Report, inputs: number, seed: number): void {
  const random = seeded(seed)
  const dir = newDir()
  const file = join(dir, 'settings.json')
  for (; report.inputs < inputs; report.inputs += 1) {
    const text = textFor(SETTINGS, random)
    writeFileSync(file, text)
    try {
      readSettings(dir, text, report)
    } catch (error) {
      report.crashes.push(`${error} for ${brief(text)}`)
    }
  }
  rmSync(dir, { recursive: true })
}

function readSettings(dir: string, text: string, report: Report): void {
  const { setAside, problem, get } = openSettings(dir, () => report.inputs)
  if (!Settings.safeParse(get()).success) report.crashes.push(`settings that are none: ${brief(text)}`)
  if (!setAside) return
  report.refused += 1
  const field = problem?.field ?? ''
  if (!namesFieldOf(SETTINGS, field, parseJson(text))) report.nameless.push(`"${field}" of ${brief(text)}`)
  const isWhole = readFileSync(setAside).equals(Buffer.from(text))
  // A user who had settings needs no welcome.
  const isDefault = JSON.stringify(get()) === JSON.stringify({ ...DEFAULT_SETTINGS, welcomed: true })
  if (!isWhole || !isDefault) report.crashes.push(`not kept aside as it was: ${brief(text)}`)
  rmSync(setAside)
  if (readdirSync(dir).length > 0) report.crashes.push(`more is left than was set aside: ${brief(text)}`)
}

/** Reads this many odd overrides: each is valid, or the invalid field is named. */
export const fuzzOverride = (inputs: number, seed: number) =>
  watched('override', async (report) => oddOverrides(report, inputs, seed))

function oddOverrides(report: Report, inputs: number, seed: number): void {
  const random = seeded(seed)
  for (; report.inputs < inputs; report.inputs += 1) {
    const text = textFor(OVERRIDE, random)
    const value = parseJson(text)
    try {
      const read = readOverride(value)
      if ('override' in read) continue
      report.refused += 1
      if (!namesFieldOf(OVERRIDE, read.invalid.field, value))
        report.nameless.push(`"${read.invalid.field}" of ${brief(text)}`)
    } catch (error) {
      report.crashes.push(`${error} for ${brief(text)}`)
    }
  }
}

const textFor = (value: unknown, random: Random) =>
  random() < 0.8 ? JSON.stringify(mutated(value, random)) : garbled(JSON.stringify(value), random)

/** The first part of the path is a known field, or one that came and should not have. */
function namesFieldOf(known: object, field: string, value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) return field === '(whole)'
  const first = field === '""' ? '' : (field.split('.')[0] ?? '')
  const isThere = Object.hasOwn(value, first) || Object.hasOwn(value, field) || Object.hasOwn(known, first)
  return field !== '(whole)' && isThere
}
