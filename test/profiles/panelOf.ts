import { randomUUID } from 'node:crypto'
import type { Download } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { openAddress } from '../fakes/panelPage.ts'

/** The panel of a running Cuelight as a browser has it: a session from the printed address, and the bridge. */
export interface PanelOf {
  /** Every frame that came, as it came. */
  readonly frames: string[]
  press(command: CommandInput): Promise<Outcome>
  /** Resolves once a state holds; `asked` again with each frame. */
  until(holds: (frames: string) => boolean): Promise<void>
  /** A page, as bytes. */
  get(path: string): Promise<Buffer>
  /** A file that is handed out, as bytes. */
  save(download: Download): Promise<Buffer>
  close(): Promise<void>
}

export async function openPanel(address: string): Promise<PanelOf> {
  const { origin } = new URL(address)
  const { socket, first } = await openAddress(address)
  const frames: string[] = [first]
  const waiting = new Set<() => void>()
  const outcomes = new Map<string, (outcome: Outcome) => void>()
  const addresses = new Map<string, (address: string) => void>()
  socket.on('message', (data) => {
    const frame = data.toString()
    frames.push(frame)
    const message = JSON.parse(frame)
    if (message.type === 'outcome') outcomes.get(message.id)?.(message.outcome)
    if (message.type === 'downloadAddress') addresses.get(message.id)?.(message.address)
    for (const look of waiting) look()
  })
  const get = async (path: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer())
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
    get,
    async save(download) {
      const id = randomUUID()
      socket.send(JSON.stringify({ type: 'download', id, download, about: null }))
      return get(await new Promise<string>((resolve) => addresses.set(id, resolve)))
    },
    async close() {
      socket.terminate()
    },
  }
}
