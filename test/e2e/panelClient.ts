import { randomUUID } from 'node:crypto'
import { type ClientMessage, ServerMessage } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { openAddress } from '../fakes/panelPage.ts'
import type { App } from './app.ts'

/** What a panel says and hears, without a page around it. */
export interface PanelClient {
  send(command: CommandInput): Promise<Outcome>
  state(): Promise<AppState>
  /** Asks for the state until it is so. */
  until(holds: (state: AppState) => boolean): Promise<AppState>
  close(): void
}

/** Answers whether it has heard what it waits for. */
type Listener = (message: ServerMessage) => boolean

/** Opens a printed address as a browser does, and the bridge with the session that gives. */
export async function panelOf({ address }: Pick<App, 'address'>): Promise<PanelClient> {
  const { socket } = await openAddress(address)
  const listeners = new Set<Listener>()
  socket.on('message', (data) => {
    const message = ServerMessage.parse(JSON.parse(data.toString()))
    for (const listener of listeners) if (listener(message)) listeners.delete(listener)
  })

  function ask<Answer>(message: ClientMessage, answerIn: (heard: ServerMessage) => Answer | null): Promise<Answer> {
    return new Promise((resolve) => {
      listeners.add((heard) => {
        const answer = answerIn(heard)
        if (answer !== null) resolve(answer)
        return answer !== null
      })
      socket.send(JSON.stringify(message))
    })
  }

  const state = () => ask({ type: 'resync' }, (heard) => (heard.type === 'snapshot' ? heard.state : null))

  return {
    state,
    send(command) {
      const id = randomUUID()
      return ask({ type: 'command', id, command }, (heard) =>
        heard.type === 'outcome' && heard.id === id ? heard.outcome : null,
      )
    },
    async until(holds) {
      for (;;) {
        const now = await state()
        if (holds(now)) return now
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    close: () => socket.close(),
  }
}
