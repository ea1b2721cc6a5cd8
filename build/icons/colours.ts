/** The icons' colours are the panel's: read from its tokens, so that there is one truth. */
import { readFileSync } from 'node:fs'

/** Colours of one theme by the names of the tokens, without their dashes. */
export type Colours = (token: string) => string

const TOKENS = new URL('../../renderer/styles/tokens.css', import.meta.url)

/** @throws when a token is not there */
export function coloursOf(theme: 'dark' | 'light'): Colours {
  const css = readFileSync(TOKENS, 'utf8')
  const light = css.indexOf('@media (prefers-color-scheme: light)')
  const part = theme === 'dark' ? css.slice(0, light) : css.slice(light)
  return (token) => {
    const found = new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(part)?.[1]
    if (found === undefined) throw new Error(`renderer/styles/tokens.css has no colour --${token} for ${theme}`)
    return found
  }
}
