/** Colours of one theme by token name, without the dashes. */
export type Colours = (token: string) => string

/**
 * The panel's colours, for what is drawn outside of a page: read from its tokens, so that they are defined once.
 *
 * @param css the text of `renderer/ui/styles/tokens.css`. The result throws if a token is missing
 */
export function tokenColours(css: string, theme: 'dark' | 'light'): Colours {
  return (token) => {
    const [, light, dark = light] =
      new RegExp(`--${token}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\\))?;`).exec(css) ?? []
    const found = theme === 'dark' ? dark : light
    if (found === undefined) throw new Error(`renderer/ui/styles/tokens.css has no colour --${token} for ${theme}`)
    return found
  }
}
