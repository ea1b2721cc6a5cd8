/** The watch page itself: its HTML, and the files that it consists of. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { once } from '../../../shared/util/once.ts'
import { LANGUAGE } from '../../../shared/words/language.ts'
import { WATCH_STATES, WATCH_WORDS } from '../../../shared/words/show/watch.ts'

/** What the studio says is on; the page knows the other states by itself. */
export type WatchState = 'live' | 'slate' | 'starting' | 'waiting' | 'off'

const STYLE = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** Each file by its name, and where it is in the sources, from here. */
export const PAGE_FILES = {
  'tokens.css': { type: STYLE, source: '../../../renderer/ui/styles/tokens.css' },
  'watch.css': { type: STYLE, source: './page/watch.css' },
  'watch.js': { type: SCRIPT, source: './page/watch.ts' },
} as const

/** The folder of these files beside the bundle: the build puts them there (`build/smallPages.ts`). */
export const BUILT_FOLDER = 'watch'

/** A file of the page, from the sources or as it was built; null: there is none of that name. */
export function pageFile(name: string): { readonly type: string; readonly text: string } | null {
  if (!Object.hasOwn(PAGE_FILES, name)) return null
  const { type } = PAGE_FILES[name as keyof typeof PAGE_FILES]
  return { type, text: texts()[name] ?? '' }
}

const texts = once((): Readonly<Record<string, string>> => {
  const isBuilt = !import.meta.url.endsWith('.ts')
  const textOf = (name: string, source: string) =>
    isBuilt ? readFileSync(new URL(`./${BUILT_FOLDER}/${name}`, import.meta.url), 'utf8') : sourceText(source)
  return Object.fromEntries(Object.entries(PAGE_FILES).map(([name, { source }]) => [name, textOf(name, source)]))
})

/** What a browser is sent of a source: of a script, without its types. */
function sourceText(source: string): string {
  const text = readFileSync(new URL(source, import.meta.url), 'utf8')
  return source.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

/** The page of a project, with all words it may need: its script has none of its own. */
export function pageOf(title: string, state: WatchState): string {
  const words = Object.entries(WATCH_STATES).map(
    ([name, { state: what, note }]) => `<li data-is="${name}" data-note="${escaped(note)}">${escaped(what)}</li>`,
  )
  return `<!doctype html>
<html lang="${LANGUAGE.tag}" dir="${LANGUAGE.dir}" data-theme="dark">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <meta name="referrer" content="no-referrer">
    <title>${escaped(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${PATH}/tokens.css">
    <link rel="stylesheet" href="${PATH}/watch.css">
    <script type="module" src="${PATH}/watch.js"></script>
  </head>
  <body data-state="${state}">
    <main>
      <header>
        <h1>${escaped(title)}</h1>
        <p class="state" role="status"><span class="lamp" aria-hidden="true"></span><span id="state">${escaped(WATCH_STATES[state].state)}</span></p>
      </header>
      <div class="screen">
        <video id="video" muted autoplay playsinline disablepictureinpicture aria-label="${escaped(WATCH_WORDS.picture)}"></video>
        <p id="note">${escaped(WATCH_STATES[state].note)}</p>
      </div>
      <button id="sound" type="button" hidden data-on="${escaped(WATCH_WORDS.soundOn)}" data-off="${escaped(WATCH_WORDS.soundOff)}" data-play="${escaped(WATCH_WORDS.play)}">${escaped(WATCH_WORDS.soundOn)}</button>
      <noscript><p>${escaped(WATCH_WORDS.noScript)}</p></noscript>
    </main>
    <ul id="words" hidden>${words.join('')}</ul>
  </body>
</html>
`
}

const PATH = '/watch/page'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
