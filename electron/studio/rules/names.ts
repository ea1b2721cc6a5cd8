/** Names that people give: mended rather than refused, unless nothing is left that can be seen. */
import { plainName } from '../../../shared/util/plainName.ts'

/** Letters and signs, but for those that are there to be invisible: fillers, joiners, an empty cell of braille. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** A name as it can be shown, cut to whole characters; empty where nothing of it can be seen. */
export function cleanName(text: string, longest = Number.POSITIVE_INFINITY): string {
  const name = plainName(text)
  return SEEN.test(name) ? [...name].slice(0, longest).join('').trim() : ''
}
