/** What an agent asks a person for, in words: all of it, because nothing else is allowed than what was shown. */
import type { CommandName } from '../../commands/commands.ts'
import { shownText } from '../../util/plainName.ts'
import { capitalised, momentOf, numeral } from '../format.ts'
import { COMMAND_WORDS } from './commands.ts'

/** @param about what the command names @param project `isOther`: it is not the show target, which is named elsewhere */
export function proposedText(
  command: CommandName,
  about: string | null,
  { name, isOther }: { name: string; isOther: boolean },
): string {
  if (command === 'armStop') return shownText(`Stop ${name}`)
  if (command === 'armGoLive') return shownText(`Go live with ${name}`)
  const words = COMMAND_WORDS[command]
  const text = command === 'edit' ? (about ?? words) : about === null ? words : `${words}: ${about}`
  return shownText(isOther ? `${text} (${name})` : text)
}

/** Why an edit is not shown to a person at all. */
export const PROPOSAL_WORDS = {
  savePlaylist: 'What others change in the list meanwhile would be lost: propose savePlaylist with the whole list.',
} as const

/** The most lines and characters that a person reads before deciding. */
const MOST_LINES = 12
const MOST_CHARACTERS = 800

/** What ids are called, by id. */
type Names = Readonly<Record<string, string>>

/** Every field of an edit, a line each, with the names of what it refers to; null: too much to read. */
export function proposedFields(input: Readonly<Record<string, unknown>>, names: Names): string[] | null {
  const lines = fieldsOf(input, []).map(([path, value]) => `${labelOf(path)}: ${valueText(value, names)}`)
  const isReadable = lines.length <= MOST_LINES && lines.join('').length <= MOST_CHARACTERS
  return isReadable ? lines : null
}

type Field = readonly [path: readonly string[], value: unknown]

function fieldsOf(value: object, path: readonly string[]): Field[] {
  return Object.entries(value).flatMap(([field, one]): Field[] => {
    const at = [...path, field]
    const isNested = typeof one === 'object' && one !== null && !(Array.isArray(one) && one.every(isPlain))
    return isNested ? fieldsOf(one, at) : [[at, one]]
  })
}

const isPlain = (one: unknown): boolean => typeof one !== 'object' || one === null

/** `sceneId` → `Scene`, `duration.planned` → `Duration, planned`. */
function labelOf(path: readonly string[]): string {
  if (path[0] === 'base') return 'Instead of'
  const words = path.map((field) =>
    shownText(field)
      .replace(/Ids?$/, '')
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  )
  return capitalised(words.join(', '))
}

function valueText(value: unknown, names: Names): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one, names)).join(' + ') || 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numeral(value)
  if (typeof value !== 'string') return 'none'
  return /^\d{4}-\d\d-\d\dT/.test(value)
    ? momentOf(Date.parse(value))
    : shownText(Object.hasOwn(names, value) ? (names[value] ?? value) : value)
}
