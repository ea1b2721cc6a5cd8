/** Finds the result of a lost write in the list that shows it. Pure. */

import { fileOfLink } from '../../../shared/contract/links.ts'
import type { LookFor } from '../../../shared/contract/operations.ts'
import { identityOf } from '../../../shared/contract/pages.ts'

export type Item = Readonly<Record<string, unknown>>

export interface Sent {
  /** Everything that was sent, by name. */
  values: Item
  /** The ids that the list contained before. */
  before: ReadonlySet<string>
  /** True if another write of ours created it. */
  isOurs: (id: string) => boolean
}

/** Every write gives a playlist's items new ids; an encode is identified by its file, because all else changes. */
export const keyOf = (item: Item): string => String(item.playlistItemId ?? item.fileId ?? identityOf(item))

/** @returns the id of the result; `notDone`: the list is unchanged; null: the list proves neither */
export function resultOfLost(
  items: readonly Item[],
  lookFor: LookFor,
  sent: Sent,
): { id: string } | 'notDone' | null {
  switch (lookFor.as) {
    case 'gone':
      return gone(items, String(sent.values[lookFor.same.id ?? '']), sent)
    case 'replaced':
      return replaced(items, lookFor, sent)
    default:
      return added(items, lookFor, sent)
  }
}

function gone(items: readonly Item[], id: string, { before }: Sent) {
  if (items.some((item) => keyOf(item) === id)) return 'notDone'
  return before.has(id) ? { id } : null
}

function replaced(items: readonly Item[], { same }: LookFor, { values, before }: Sent) {
  const [[field, list] = ['', '']] = Object.entries(same)
  const wanted = (values[list] as Item[]).map((one) => one[field])
  const isOld = items.length === before.size && items.every((item) => before.has(keyOf(item)))
  if (isOld && items.length > 0) return 'notDone'
  const isNew = items.every((item, at) => !before.has(keyOf(item)) && item[field] === wanted[at])
  return isNew && items.length === wanted.length ? { id: String(values.layerId) } : null
}

function added(items: readonly Item[], { same, tells = {} }: LookFor, { values, before, isOurs }: Sent) {
  const fields = Object.entries(same)
  const telling = Object.entries(tells)
  const fitting = items.filter(
    (item) =>
      !before.has(keyOf(item)) &&
      fields.every(([field, by]) => isSame(item[field], values[by])) &&
      telling.every(([field, by]) => isNamedBy(item[field], values[by])),
  )
  // If a list was sent, every match is meant.
  const sentList = fields.some(([, by]) => Array.isArray(values[by]))
  const meant = sentList ? fitting : fitting.filter((item) => !isOurs(keyOf(item)))
  // If two items match, one is another client's, and they cannot be told apart.
  const [found] = meant
  return found && (meant.length === 1 || sentList) ? { id: keyOf(found) } : null
}

/** Compares a name, or the file that a link leads to, whatever ending the service gave it. */
function isNamedBy(is: unknown, sent: unknown): boolean {
  if (typeof is !== 'string' || typeof sent !== 'string') return false
  const file = /^https?:/i.test(sent) ? fileOfLink(sent) : null
  return is === sent || (file !== null && plain(is).startsWith(plain(file)))
}

const plain = (name: string): string => name.toLowerCase().replace(/\.[a-z0-9]{1,5}$/, '')

/** A value that was not sent matches anything; times are compared as times. */
function isSame(is: unknown, sent: unknown): boolean {
  if (sent === undefined) return true
  if (Array.isArray(sent)) return sent.some((one) => isSame(is, one))
  return is === sent || (isTime(is) && isTime(sent) && Date.parse(is) === Date.parse(sent))
}

/** `Date.parse` alone accepts "Scene 1" as a date. */
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
