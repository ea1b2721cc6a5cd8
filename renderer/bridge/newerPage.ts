const KEY = 'cuelight.reloadedFor'
const SCRIPT = /<script type="module"[^<>]* src="([^"<>]+)"/

/**
 * Loads the page anew where the core serves another one by now, as after an update: the state of a later version may
 * have what this one cannot draw, and scripts that it has not loaded yet are gone. A script's name holds a hash of its
 * content. Once for each: where something in between keeps the old page, going on trying would help nobody.
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
    // Not reached: asked once more with the next link. Or this browser keeps nothing, and would not be let in again.
  }
}
