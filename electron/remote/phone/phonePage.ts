/** The one answer that every device gets that is not paired, whatever it asks for. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { once } from '../../../shared/util/once.ts'
import { PHONE_PAGE_STATES, PHONE_PAGE_WORDS } from '../../../shared/words/accounts/phones.ts'
import { LANGUAGE } from '../../../shared/words/language.ts'

/** Each file by its name, and where it is in the sources, from here. */
export const PHONE_PAGE_FILES = {
  'pair.css': { source: './page/pair.css' },
  'pair.js': { source: './page/pair.ts' },
} as const

/** The folder of these files beside the bundle: the build puts them there (`build/smallPages.ts`). */
export const PHONE_PAGE_FOLDER = 'phone'

/** The icon for a phone's home screen, in that folder. */
export const PHONE_ICON = 'app.png'

export const phoneIcon = once((): Buffer => {
  const isBuilt = !import.meta.url.endsWith('.ts')
  const place = isBuilt ? `./${PHONE_PAGE_FOLDER}/${PHONE_ICON}` : `../../../build/icons/${PHONE_ICON}`
  return readFileSync(new URL(place, import.meta.url))
})

/**
 * The whole response, as bytes: the same for a page, a file, a method that is not offered, a WebSocket and what is no
 * HTTP at all. So nobody can find out by trying what would exist for a paired phone. It asks for the code, and does
 * not say of what.
 */
export const unpairedResponse = once((): Buffer => {
  const [style, script] = [textOf('pair.css'), textOf('pair.js')]
  const body = Buffer.from(htmlOf(style, script))
  const policy = [
    ...["default-src 'none'", `script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`, "connect-src 'self'"],
    ...["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
  ]
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${body.length}`,
    `Content-Security-Policy: ${policy.join('; ')}`,
    'Cache-Control: no-store',
    'Referrer-Policy: no-referrer',
    'X-Content-Type-Options: nosniff',
    'Cross-Origin-Opener-Policy: same-origin',
    'Cross-Origin-Resource-Policy: same-origin',
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
})

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

function textOf(name: keyof typeof PHONE_PAGE_FILES): string {
  const isBuilt = !import.meta.url.endsWith('.ts')
  const { source } = PHONE_PAGE_FILES[name]
  const place = isBuilt ? `./${PHONE_PAGE_FOLDER}/${name}` : source
  const text = readFileSync(new URL(place, import.meta.url), 'utf8')
  return place.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

function htmlOf(style: string, script: string): string {
  const states = Object.entries(PHONE_PAGE_STATES).map(
    ([name, text]) => `<div data-is="${name}" hidden>${text}</div>`,
  )
  const { title, about, label, go } = PHONE_PAGE_WORDS
  return `<!doctype html>
<html lang="${LANGUAGE.tag}" dir="${LANGUAGE.dir}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <section id="asking">
        <p>${about}</p>
        <form id="form">
          <label for="code">${label}</label>
          <input id="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20">
          <button>${go}</button>
        </form>
      </section>
      <div role="status">
        ${states.join('\n        ')}
      </div>
    </main>
    <script type="module">${script}</script>
  </body>
</html>
`
}
