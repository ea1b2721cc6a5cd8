const KEY = 'cuelight.reloadedFor'
const SCRIPT = /<script type="module"[^<>]* src="([^"<>]+)"/

/**
 * Reloads the page if the core now serves another version of it, as after an update: the state of a later version may
 * contain what this page cannot draw, and scripts that it has not loaded yet are gone. A script's name contains a
 * hash of its content. Reloads once per version: if a cache in between keeps the old page, retrying would not help.
 */
export async function reloadWhereNewer(): Promise<void> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    const [, served = null] = (answer.ok && SCRIPT.exec(await answer.text())) || []
    const own = document.querySelector('script[type=module]')?.getAttribute('src')
    if (served === null || served === own || sessionStorage.getItem(KEY) === served) return
    sessionStorage.setItem(KEY, served)
    location.reload()
  } catch {
    // Not reachable: checked again with the next link. Or this browser blocks storage, and a reload would not be let
    // in.
  }
}
