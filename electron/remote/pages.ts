import { DOOR_WORDS } from '../../shared/words/door.ts'

/** The page shown where there is no session: what happened, and what to do. No script, no outside source. */
export function refusedPage(used: boolean): string {
  const what = used ? DOOR_WORDS.usedToken : DOOR_WORDS.noSession
  const [before, command, after] = DOOR_WORDS.newAddress
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cuelight</title>
<h1>Cuelight</h1>
<p>${what} ${DOOR_WORDS.oncePerAddress}</p>
<p>${before}<code>${command}</code>${after}</p>
</html>
`
}
