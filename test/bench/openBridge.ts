import { once } from 'node:events'
import WebSocket from 'ws'
import { openAddress } from '../fakes/panelPage.ts'

/** Opens the panel's bridge as a browser does, by a printed address; resolves with the first message. */
export async function openBridge(address: string) {
  const { socket, first } = await openAddress(address)
  return { socket, message: first }
}

/** Connects to a bare server and waits for the first message. */
export async function firstMessage(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { origin })
  const [message] = await once(socket, 'message')
  return { socket, message: String(message) }
}
