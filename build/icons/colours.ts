/** The icons use the panel's colours: read from its tokens, so that they are defined once. */
import { readFileSync } from 'node:fs'

/** Colours of one theme by token name, without the dashes. */
export type Colours = (token: string) => string

const TOKENS = new URL('../../renderer/ui/styles/tokens.css', import.meta.url)

/** @throws if a token is missing */
export function coloursOf(theme: 'dark' | 'light'): Colours {
  const css = readFileSync(TOKENS, 'utf8')
  return (token) => {
    const [, light, dark = light] =
      new RegExp(`--${token}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\\))?;`).exec(css) ?? []
    const found = theme === 'dark' ? dark : light
    if (found === undefined) throw new Error(`renderer/ui/styles/tokens.css has no colour --${token} for ${theme}`)
    return found
  }
}
