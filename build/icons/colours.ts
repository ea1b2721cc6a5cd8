/** The icons' colours are the panel's: read from its tokens, so that there is one truth. */
import { readFileSync } from 'node:fs'

/** Colours of one theme by the names of the tokens, without their dashes. */
export type Colours = (token: string) => string

const TOKENS = new URL('../../renderer/ui/tokens.css', import.meta.url)

/** @throws when a token is not there */
export function coloursOf(theme: 'dark' | 'light'): Colours {
  const css = readFileSync(TOKENS, 'utf8')
  return (token) => {
    const [, light, dark = light] =
      new RegExp(`--${token}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\\))?;`).exec(css) ?? []
    const found = theme === 'dark' ? dark : light
    if (found === undefined) throw new Error(`renderer/ui/tokens.css has no colour --${token} for ${theme}`)
    return found
  }
}
