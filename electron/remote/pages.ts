/** The page shown where there is no session: what happened, and what to do. No script, no outside source. */
export function refusedPage(used: boolean): string {
  const what = used ? 'This address has been used already, or is not one of ours.' : 'This browser has no session.'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cuelight</title>
<h1>Cuelight</h1>
<p>${what} Each printed address opens the panel once.</p>
<p>Run <code>npm start</code> again: it prints a new one, and what is on air goes on untouched.</p>
</html>
`
}
