import { once } from 'node:events'
import WebSocket from 'ws'

/** Opens the panel's bridge as a browser does, by a printed address; resolves with the first message. */
export async function openBridge(address: string) {
  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  return firstMessage(new URL(address).origin, { cookie })
}

/** Connects and waits for the first message. */
export async function firstMessage(origin: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers, origin })
  const [message] = await once(socket, 'message')
  return { socket, message: String(message) }
}
