import { shellBridge } from './shell.ts'

/**
 * The first WebSocket to the core, or null in the desktop app, which has a channel of its own. Opened by importing this
 * module, before any other of ours: while the rest of the script is still starting, the core says what is on air. Nothing it
 * says is lost, as whoever listens does so before the script gives way.
 */
export const firstSocket: WebSocket | null = shellBridge() ? null : new WebSocket(bridgeAddress())

/** Where the core's WebSocket is: beside the page that the core serves. */
export function bridgeAddress(): string {
  const url = new URL('bridge', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = ''
  url.hash = ''
  return url.href
}
