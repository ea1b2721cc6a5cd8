import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { firstInvalid } from '../../../shared/commands.ts'
import { parseJson } from '../../../shared/json.ts'
import { MOST_PROFILES, Profile } from '../../../shared/profiles.ts'
import { KeptSettings, type Settings } from '../../../shared/settings.ts'
import { Refused } from '../context.ts'
import type { Core } from '../core.ts'
import type { Book } from './book.ts'

/** What is taken elsewhere. No key, and no word of where a key is. */
const Exported = z.object({
  cuelight: z.literal('settings'),
  version: z.literal(1),
  padlock: z.boolean(),
  targets: z.record(z.string(), z.object({ id: z.string().min(1), name: z.string() })),
  profiles: z.array(Profile.pick({ name: true, baseUrl: true, account: true })).max(MOST_PROFILES),
})
type Exported = z.output<typeof Exported>

/** The settings as a file for elsewhere. */
export function exportedSettings({ padlock, targets, profiles }: Settings): string {
  const named = profiles.map(({ name, baseUrl, account }) => ({ name, baseUrl, account }))
  const file: Exported = { cuelight: 'settings', version: 1, padlock, targets, profiles: named }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Takes over exported settings, or a settings file that was set aside: profiles that are not there yet, show targets
 * that are not remembered yet, and a closed padlock. It replaces nothing, so that nothing is lost by it. Answers how many
 * profiles came.
 *
 * @throws Refused naming the field that is wrong; nothing is taken over then
 */
export async function importInto(core: Core, book: Book, text: string): Promise<number> {
  const file = read(text)
  const held = core.settings.get()
  const isHeld = (one: Exported['profiles'][number]) =>
    book.all().some((other) => other.baseUrl === one.baseUrl && other.account === one.account)
  const names = new Set(book.all().map((one) => one.name.toLowerCase()))
  const added = file.profiles
    .filter((one) => !isHeld(one))
    .map((one) => ({ ...one, name: freeName(one.name, names), id: randomUUID(), keyKept: false, keyWorked: false }))
  if (held.profiles.length + added.length > MOST_PROFILES) throw new Refused({ reason: 'tooManyProfiles' })
  await core.settings.change({
    profiles: [...held.profiles, ...added],
    targets: { ...file.targets, ...held.targets },
    padlock: held.padlock || file.padlock,
  })
  core.store.change((draft) => {
    draft.padlock.locked = core.settings.get().padlock
  })
  return added.length
}

function read(text: string): Pick<Exported, 'padlock' | 'targets' | 'profiles'> {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw invalid('text', 'is no JSON file of settings')
  const own = KeptSettings.safeParse(value)
  if (own.success) return own.data
  const parsed = Exported.safeParse(value)
  if (parsed.success) return parsed.data
  const { field, message } = firstInvalid(parsed.error)
  throw invalid(field, message)
}

const invalid = (field: string, message: string) => new Refused({ reason: 'invalid', field, message })

/** A name nobody has: `Main`, else `Main 2`, `Main 3`, … */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name.slice(0, 56)} ${number}`
  taken.add(free.toLowerCase())
  return free
}
