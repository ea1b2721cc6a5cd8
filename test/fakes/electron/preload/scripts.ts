/** What runs in a page before any script of its own: a preload script in an isolated world, and the other end of its bridge. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crossing } from './crossing.ts'
import { packed, unpacked } from './values.ts'
import { pageWorld, preloadWorld } from './worlds.ts'

/** From a preload script to the main process. */
export type FromPreload =
  | { kind: 'send'; channel: string; args: unknown }
  | { kind: 'invoke'; id: number; channel: string; args: unknown }
  | { kind: 'preloadError'; message: string }

/** And back. */
export type ToPreload =
  | { kind: 'event'; channel: string; args: unknown }
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'reply'; id: number; error: string }

export const WORLD_NAMES = {
  world: 'Electron Isolated Context',
  binding: '__standInSend',
  receive: '__standInReceive',
} as const

/** In the pages that are windows, not in frames within them, nor in what is there before an address was asked for. */
const WHERE = "if (window === window.top && location.href !== 'about:blank')"

/** @param preload path of the preload script; null: none, and no bridge either */
export function worldScripts(preload: string | null): { page: string; preload: string } {
  if (preload === null) return { page: '', preload: '' }
  const secret = randomUUID()
  const shared = `{ crossing: ${crossing}, packed: ${packed}, unpacked: ${unpacked}, secret: '${secret}' }`
  // As a function, so that nothing has to be evaluated from text: the page's policy would forbid it.
  const script = `function (require, module, exports, process) {\n${readFileSync(preload, 'utf8')}\n}`
  return {
    page: `${WHERE} (${pageWorld})(${shared})`,
    preload: `${WHERE} (${preloadWorld})(${shared}, ${script}, ${JSON.stringify(WORLD_NAMES)})`,
  }
}
