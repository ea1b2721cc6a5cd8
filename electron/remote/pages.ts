import { DOOR_WORDS } from '../../shared/words/door.ts'
import { PRODUCT } from '../../shared/words/labels.ts'
import { LANGUAGE } from '../../shared/words/language.ts'

/** The page shown where there is no session: what happened, and what to do. No script, no outside source. */
export function refusedPage(used: boolean): string {
  const what = used ? DOOR_WORDS.usedToken : DOOR_WORDS.noSession
  const [before, command, after] = DOOR_WORDS.newAddress
  return `<!doctype html>
<html lang="${LANGUAGE.tag}" dir="${LANGUAGE.dir}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${PRODUCT}</title>
<h1>${PRODUCT}</h1>
<p>${what} ${DOOR_WORDS.oncePerAddress}</p>
<p>${before}<code>${command}</code>${after}</p>
</html>
`
}
