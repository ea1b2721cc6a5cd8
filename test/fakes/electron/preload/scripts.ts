/** What runs in a page before any script of its own: a preload script in an isolated world, and the other end of its bridge. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crossing, pageWorld, preloadWorld } from './worlds.ts'

/**
 * Values between a preload script and the main process. Both ends run these, one of them in the browser: nothing from
 * outside may be named in them. Written for what can be in JSON, and for `undefined`; whatever else there is throws.
 */

/** Throws as Electron does for what cannot be cloned. */
export function packed(value: unknown): unknown {
  const pack = (one: unknown): unknown => {
    if (one === undefined) return { u: 1 }
    if (Array.isArray(one)) return { a: one.map(pack) }
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error(`the stand-in carries no ${one}`)
    if (one === null || ['string', 'number', 'boolean'].includes(typeof one)) return one
    if (Object.prototype.toString.call(one) !== '[object Object]')
      throw new Error(`the stand-in carries no ${Object.prototype.toString.call(one)}`)
    return { o: Object.fromEntries(Object.entries(one as object).map(([key, each]) => [key, pack(each)])) }
  }
  return pack(structuredClone(value))
}

export function unpacked(value: unknown): unknown {
  const unpack = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one
    if ('u' in one) return undefined
    if ('a' in one) return (one.a as unknown[]).map(unpack)
    const { o } = one as { o: object }
    return Object.fromEntries(Object.entries(o).map(([key, each]) => [key, unpack(each)]))
  }
  return unpack(value)
}

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
