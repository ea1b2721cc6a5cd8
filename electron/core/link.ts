import { ClientMessage, LARGEST_MESSAGE, type ServerMessage } from '../../shared/bridge.ts'
import type { Source } from '../../shared/commands.ts'
import { firstInvalid } from '../../shared/commands.ts'
import { parseJson } from '../../shared/json.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Core } from './core.ts'
import { openLink } from './openLink.ts'

/** A client that does not take what it is sent is cut off when this much waits for it, in bytes. */
export const MOST_WAITING = 16 * 1024 * 1024
/** A client with so many commands on their way is not read until one has its outcome: no person presses that fast. */
const MOST_UNDER_WAY = 256

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
  /** Told how each deep link ended that was handed over here. */
  onLink?: (outcome: Outcome) => void
  /** A view that only shows: whatever it asks for is refused. */
  listensOnly?: boolean
  /** The carrier reads no more while it is full. Not needed where nobody but us is at the other end. */
  onFull?: (full: boolean) => void
}

/** One client of the core, whatever carries it: messages in, state and outcomes out. */
export function createLink(
  core: Core,
  { source, say, listensOnly, onVisible, panelAddress, onLink, onFull }: LinkOptions,
): Link {
  let unsubscribe: (() => void) | null = null
  let underWay = 0
  let closed = false

  function snapshot(): void {
    unsubscribe ??= core.store.subscribe(({ base, revision, patches }) => {
      say({ type: 'patch', base, revision, patches })
    })
    say({ type: 'snapshot', revision: core.store.revision(), state: core.store.get() })
  }

  function answerWith(coming: Promise<ServerMessage>): void {
    underWay += 1
    if (underWay === MOST_UNDER_WAY) onFull?.(true)
    coming.then((message) => {
      if (underWay === MOST_UNDER_WAY && !closed) onFull?.(false)
      underWay -= 1
      if (!closed) say(message)
    })
  }

  function answer(id: string, coming: Promise<Outcome>): void {
    answerWith(coming.then((outcome) => ({ type: 'outcome', id, outcome })))
  }

  /** A journal that cannot be read is told to whoever asked, and costs nobody else anything. */
  function report(id: string, show: string | null): void {
    const made = core.report(show).then((whole): ServerMessage => ({ type: 'report', id, report: whole }))
    answerWith(made.catch((error) => ({ type: 'noReport', id, why: String(error?.message ?? error) })))
  }

  function opened(id: string, coming: Promise<Outcome>): void {
    answer(id, coming)
    void coming.then(onLink)
  }

  function refuse(id: string | null): void {
    say({ type: 'invalid', id, field: 'type', message: 'not offered here' })
  }

  function act(message: ClientMessage): void {
    switch (message.type) {
      case 'command':
        if (listensOnly) refuse(message.id)
        else answer(message.id, core.dispatch(message.id, message.command, source))
        return
      case 'link':
        if (listensOnly) refuse(message.id)
        else opened(message.id, openLink(core, message.id, message.url))
        return
      case 'report':
        if (listensOnly) refuse(message.id)
        else report(message.id, message.show)
        return
      case 'visible':
        onVisible?.(message.visible)
        return
      case 'resync':
        snapshot()
        return
      case 'panelAddress':
        if (panelAddress) say({ type: 'panelAddress', address: panelAddress() })
        else refuse(null)
    }
  }

  return {
    receive(text) {
      const value = Buffer.byteLength(text) > LARGEST_MESSAGE ? undefined : parseJson(text)
      const parsed = ClientMessage.safeParse(value)
      if (parsed.success) act(parsed.data)
      else say({ type: 'invalid', id: idOf(value), ...firstInvalid(parsed.error) })
    },
    close() {
      closed = true
      unsubscribe?.()
    },
  }
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' && id.length <= 100 ? id : null
}
