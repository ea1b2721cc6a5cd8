import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import WebSocket from 'ws'
import type { CommandInput } from '../../shared/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'

/** The panel of a running Cuelight as a browser has it: a session from the printed address, and the bridge. */
export interface PanelOf {
  /** Every frame that came, as it came. */
  readonly frames: string[]
  press(command: CommandInput): Promise<Outcome>
  /** Resolves once a state holds; `asked` again with each frame. */
  until(holds: (frames: string) => boolean): Promise<void>
  /** A page or a file, as bytes. */
  get(path: string): Promise<Buffer>
  close(): Promise<void>
}

export async function openPanel(address: string): Promise<PanelOf> {
  const { origin } = new URL(address)
  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers: { cookie }, origin })
  const frames: string[] = []
  const waiting = new Set<() => void>()
  const outcomes = new Map<string, (outcome: Outcome) => void>()
  socket.on('message', (data) => {
    const frame = data.toString()
    frames.push(frame)
    const message = JSON.parse(frame)
    if (message.type === 'outcome') outcomes.get(message.id)?.(message.outcome)
    for (const look of waiting) look()
  })
  await once(socket, 'message')
  return {
    frames,
    press(command) {
      const id = randomUUID()
      socket.send(JSON.stringify({ type: 'command', id, command }))
      return new Promise((resolve) => outcomes.set(id, resolve))
    },
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds(frames.join('\n'))) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    get: async (path) => Buffer.from(await (await fetch(origin + path, { headers: { cookie } })).arrayBuffer()),
    async close() {
      socket.terminate()
    },
  }
}
