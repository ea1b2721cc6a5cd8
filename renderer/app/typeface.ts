/** As in `tokens.css`. */
const TYPEFACE = '1em "Inter Variable"'
/** Ms. It comes along with the script from this very machine: what takes longer is not waited for. */
const PATIENCE_MS = 100

/**
 * Resolves once the typeface is there, or soon in any case: a page drawn in another one first would move under the hand when
 * this one comes, and a hold on Stop would be lost.
 */
export function typeface(fonts: FontFaceSet = document.fonts): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  return Promise.race([fonts.load(TYPEFACE).catch(() => null), patience])
}
