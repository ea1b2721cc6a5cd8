import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { firstInvalid } from '../../../shared/commands/commands.ts'
import { type Macro, MacroParts, MOST_MACROS } from '../../../shared/macros/macro.ts'
import { chosenOf, DEFAULT_PREFERENCES, PreferencesPart, withPart } from '../../../shared/settings/preferences.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { MOST_PROFILES, Profile, serviceIdOf } from '../../../shared/settings/profiles.ts'
import { readSettings, Settings } from '../../../shared/settings/settings.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { STUDIO_NAME } from '../../../shared/words/desktop/updates.ts'
import { Refused } from '../commands/ports.ts'
import type { Core } from '../core.ts'

/** At most this many show targets are stored after an import. */
const MOST_TARGETS = 200

const word = z.string().min(1).max(500)

/** A macro with its account, as in the list of profiles: profile ids differ elsewhere. */
const ListedMacro = z.object({ ...MacroParts, account: word, projectId: word })

/** The exported part of the settings: no key, and nothing about where a key is stored. */
const Exported = z.object({
  cuelight: z.literal('settings'),
  version: z.literal(1),
  padlock: z.boolean(),
  targets: z.record(word, z.object({ id: word, name: z.string().max(500) })),
  profiles: z.array(Profile.pick({ name: true, baseUrl: true, account: true })).max(MOST_PROFILES),
  /** Only values that the user chose. Files from before the preferences existed have none. */
  preferences: PreferencesPart.default({}),
  looks: Settings.shape.looks,
  macros: z.array(ListedMacro).max(MOST_MACROS).default([]),
})
type Exported = z.output<typeof Exported>
type Listed = Exported['profiles'][number]

/** The settings as a file for another computer. */
export function exportedSettings(settings: Settings): string {
  return `${JSON.stringify(withoutKeys(settings), null, 2)}\n`
}

function withoutKeys({ padlock, targets, profiles, preferences, looks, macros }: Settings): Exported {
  const accountById = new Map([
    [STUDIO_PROFILE, STUDIO_PROFILE],
    ...profiles.map((one) => [one.id, accountOf(one)] as const),
  ])
  // Ids mean nothing elsewhere; if several profiles share an account, the first stands for it, here and there.
  const names = new Map(profiles.toReversed().map((one) => [serviceIdOf(one), accountOf(one)]))
  const named = profiles.map(({ name, baseUrl, account }) => ({ name, baseUrl, account }))
  return {
    cuelight: 'settings',
    version: 1,
    padlock,
    targets: renamed(targets, names),
    profiles: named,
    preferences: chosenOf(preferences),
    looks: renamed(looks, names),
    macros: macros.flatMap(({ profileId, ...parts }) => {
      const account = accountById.get(profileId)
      return account === undefined ? [] : [{ ...parts, account }]
    }),
  }
}

/**
 * Imports exported settings, or a settings file that was set aside: profiles, show targets and macros that do not exist
 * yet, a closed padlock, and preferences that were not chosen here. It replaces nothing, so nothing is lost; and it
 * changes nothing about keys, so no foreign file can send a key to another address.
 *
 * @returns the number of profiles added
 * @throws Refused naming the invalid field; then nothing is imported
 */
export async function importInto(core: Core, text: string): Promise<number> {
  const file = read(text)
  const held = core.settings.get()
  const added = newOnes(file.profiles, held.profiles)
  if (held.profiles.length + added.length > MOST_PROFILES) throw new Refused({ reason: 'tooManyProfiles' })
  const profiles = [...held.profiles, ...added]
  const ids = new Map(profiles.toReversed().map((one) => [accountOf(one), serviceIdOf(one)]))
  const targets = { ...renamed(file.targets, ids), ...held.targets }
  if (Object.keys(targets).length > MOST_TARGETS) throw invalid('targets', `are more than ${MOST_TARGETS} together`)
  const padlock = held.padlock || file.padlock
  // What was chosen here takes precedence over what was chosen there.
  const preferences = withPart(withPart(DEFAULT_PREFERENCES, file.preferences), chosenOf(held.preferences))
  const looks = { ...renamed(file.looks, ids), ...held.looks }
  const macros = [...held.macros, ...newMacros(file.macros, held.macros, profiles)]
  if (macros.length > MOST_MACROS) throw invalid('macros', `are more than ${MOST_MACROS} together`)
  await core.settings.change({ profiles, targets, padlock, preferences, looks, macros })
  core.store.change((draft) => {
    draft.macros = macros
    draft.padlock.locked = padlock
    draft.preferences = preferences
  })
  return added.length
}

function read(text: string): Exported {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw invalid('text', 'is no JSON file of settings')
  // The file is a set-aside settings file or an export; errors are reported in its own terms.
  const isExported = 'cuelight' in value
  const own = isExported ? null : readSettings(value)
  if (own && 'invalid' in own) throw invalid(own.invalid.field, own.invalid.message)
  const parsed = Exported.safeParse(own ? withoutKeys(own.settings) : value)
  if (parsed.success) return parsed.data
  const { field, message } = firstInvalid(parsed.error)
  throw invalid(field, message)
}

const invalid = (field: string, message: string) => new Refused({ reason: 'invalid', field, message })

/** Adds as many profiles of each account as the file lists beyond the existing ones, each under a free name. */
function newOnes(listed: readonly Listed[], held: readonly Profile[]): Profile[] {
  const there = held.map(accountOf)
  const names = new Set([STUDIO_NAME, ...held.map((one) => one.name)].map((name) => name.toLowerCase()))
  return listed.flatMap((one) => {
    const same = there.indexOf(accountOf(one))
    if (same >= 0) {
      there.splice(same, 1)
      return []
    }
    const id = randomUUID()
    return [{ ...one, name: freeName(one.name, names), id, keptBy: id, keyKept: false, keyWorked: false }]
  })
}

/** Macros that do not exist yet. A macro whose account has no profile is left out. */
function newMacros(listed: Exported['macros'], held: readonly Macro[], profiles: readonly Profile[]): Macro[] {
  const there = new Set(held.map(({ id }) => id))
  return listed.flatMap(({ account, ...parts }) => {
    const profileId =
      account === STUDIO_PROFILE ? STUDIO_PROFILE : profiles.find((one) => accountOf(one) === account)?.id
    if (profileId === undefined || there.has(parts.id)) return []
    there.add(parts.id)
    return [{ ...parts, profileId }]
  })
}

/** A record by service, with the service ids replaced where another is known. */
const renamed = <T>(record: Readonly<Record<string, T>>, names: ReadonlyMap<string, string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [names.get(id) ?? id, value]))

const accountOf = ({ baseUrl, account }: Listed) => `${baseUrl} ${account}`

/** A name not in use: `Main`, else `Main 2`, `Main 3`, … */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name.slice(0, 56)} ${number}`
  taken.add(free.toLowerCase())
  return free
}
