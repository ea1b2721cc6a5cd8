import { ClientMessage, LARGEST_MESSAGE, type ServerMessage } from '../../shared/bridge.ts'
import type { Source } from '../../shared/commands.ts'
import { firstInvalid } from '../../shared/commands.ts'
import { parseJson } from '../../shared/json.ts'
import type { Core } from './core.ts'

export interface Link {
  /** A whole message as text, unknown until parsed. */
  receive(text: string): void
  close(): void
}

export interface LinkOptions {
  /** Said by the carrier, never by a message. */
  source: Source
  say: (message: ServerMessage) => void
  /** Called with whether a person can see the view at the other end. */
  onVisible?: (visible: boolean) => void
  /** Makes a new address that opens the panel; only carriers that know their user offer it. */
  panelAddress?: () => string
}

/** One client of the core, whatever carries it: messages in, state and outcomes out. */
export function createLink(core: Core, { source, say, onVisible, panelAddress }: LinkOptions): Link {
  let unsubscribe: (() => void) | null = null

  function snapshot(): void {
    unsubscribe ??= core.store.subscribe(({ base, revision, patches }) => {
      say({ type: 'patch', base, revision, patches })
    })
    say({ type: 'snapshot', revision: core.store.revision(), state: core.store.get() })
  }

  function act(message: ClientMessage): void {
    switch (message.type) {
      case 'command':
        core.dispatch(message.id, message.command, source).then((outcome) => {
          say({ type: 'outcome', id: message.id, outcome })
        })
        return
      case 'visible':
        onVisible?.(message.visible)
        return
      case 'resync':
        snapshot()
        return
      case 'panelAddress':
        if (panelAddress) say({ type: 'panelAddress', address: panelAddress() })
        else say({ type: 'invalid', id: null, field: 'type', message: 'not offered here' })
    }
  }

  return {
    receive(text) {
      const value = Buffer.byteLength(text) > LARGEST_MESSAGE ? undefined : parseJson(text)
      const parsed = ClientMessage.safeParse(value)
      if (parsed.success) act(parsed.data)
      else say({ type: 'invalid', id: idOf(value), ...firstInvalid(parsed.error) })
    },
    close: () => unsubscribe?.(),
  }
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' && id.length <= 100 ? id : null
}
