/** The property inspector's page: what is chosen for a key, and the pairing of all keys. Its script has no words. */
import { PAIRING_HOW } from '../../../../shared/words/accounts/pairings.ts'
import { INSPECTOR_WORDS as WORDS } from '../../../../shared/words/decks/streamDeck.ts'
import { LANGUAGE } from '../../../../shared/words/language.ts'
import { actionId } from '../settings.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const option = (value: string, said: string) => `<option value="${value}">${escaped(said)}</option>`

export function inspectorPage(): string {
  return `<!doctype html>
<html lang="${LANGUAGE.tag}" dir="${LANGUAGE.dir}" data-theme="dark">
  <head>
    <meta charset="utf-8">
    <title>${escaped(WORDS.title)}</title>
    <link rel="stylesheet" href="tokens.css">
    <link rel="stylesheet" href="inspector.css">
    <script src="inspector.js"></script>
  </head>
  <body>
    <section data-of="${actionId('scene')}" hidden>
      <label>${escaped(WORDS.scene)}<input name="scene" list="scenes" placeholder="${escaped(WORDS.sceneHint)}" maxlength="200"></label>
      <label>${escaped(WORDS.press)}<select name="press">${option('asSet', WORDS.asSet)}${option('take', WORDS.take)}${option('cue', WORDS.cue)}</select></label>
      <datalist id="scenes"></datalist>
    </section>
    <section data-of="${actionId('macro')}" hidden>
      <label>${escaped(WORDS.macro)}<input name="macro" list="macros" maxlength="200"></label>
      <datalist id="macros"></datalist>
    </section>
    <form id="pairing">
      <h2>${escaped(WORDS.pairing)}</h2>
      <p id="paired" role="status"></p>
      <p id="address"></p>
      <p id="trouble" role="alert"></p>
      <label>${escaped(WORDS.code)}<input id="pasted" type="password" autocomplete="off" spellcheck="false" placeholder="${escaped(WORDS.codeHint)}"></label>
      <p class="row"><button>${escaped(WORDS.pair)}</button><button type="button" id="unpair" hidden>${escaped(WORDS.unpair)}</button></p>
      <p class="about">${escaped(WORDS.how)} ${escaped(PAIRING_HOW.checkout)}</p>
      <p class="about">${escaped(WORDS.moved)}</p>
      <p class="about">${escaped(WORDS.kept)}</p>
    </form>
  </body>
</html>
`
}
