/** Names that users give: cleaned up rather than refused, unless nothing visible is left. */
import { plainName } from '../../../../shared/util/plainName.ts'

/** Letters, numbers and signs, except those that are invisible: fillers, joiners, an empty Braille cell. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** A name as it can be displayed, cut to at most `longest` whole characters; empty if nothing of it is visible. */
export function cleanName(text: string, longest = Number.POSITIVE_INFINITY): string {
  const name = plainName(text)
  return SEEN.test(name) ? [...name].slice(0, longest).join('').trim() : ''
}
