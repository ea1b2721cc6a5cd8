/** The icons use the panel's colours: read from its tokens, so that they are defined once. */
import { readFileSync } from 'node:fs'
import { type Colours, tokenColours } from '../../shared/util/tokenColours.ts'

export type { Colours } from '../../shared/util/tokenColours.ts'

const TOKENS = new URL('../../renderer/ui/styles/tokens.css', import.meta.url)

/** @throws if a token is missing */
export function coloursOf(theme: 'dark' | 'light'): Colours {
  return tokenColours(readFileSync(TOKENS, 'utf8'), theme)
}
