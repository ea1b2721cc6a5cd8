import { type Bridge, type Download, NO_SESSION } from '../../shared/bridge/bridge.ts'
import type { ClientMessage } from '../../shared/bridge/messages.ts'
import type { Paired } from '../../shared/control/scopes.ts'
import { BridgeClient } from './bridgeClient.ts'
import { type Dialled, dial } from './dial.ts'
import { Heartbeat } from './heartbeat.ts'

/** Ms before each reconnect attempt: doubles from the first value up to the second. */
export const BACK_OFF = { first: 250, most: 3_000 } as const

/** How long a phone waits for a connection, in ms: then it tries again. */
const DIAL_MS = 4_000

/**
 * Ms before the next attempt after this many failures. Randomized over a quarter, so that several panels do not
 * reconnect at once.
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** Math.min(failures, 10))
  return Math.min(BACK_OFF.most, Math.round(wait * (0.75 + random() * 0.5)))
}

/** Calls back when an immediate reconnect attempt is worthwhile. @returns a function that stops it */
export type Wakes = (wake: () => void) => () => void

interface Given {
  wakes: Wakes
  /** A socket that is already being opened: used first. */
  first: Dialled | null
  /** Called on every link after the first: the core may have been restarted meanwhile, as another version. */
  relinked(): void
}

/** The bridge over a WebSocket. Reconnects automatically, and never sends one command under two ids. */
export class WebSocketBridge implements Omit<Bridge, 'save'> {
  readonly #wakes: Wakes
  readonly #talk = new BridgeClient({
    post: (message) => this.#post(message),
    check: () => this.#pulse.check(),
    talks: () => {
      this.#failures = 0
    },
    expects: (staleMs) => {
      this.#isOnPhone = true
      this.#pulse.expect(staleMs)
    },
  })
  readonly #pulse = new Heartbeat({ ask: () => this.#post({ type: 'resync' }), gone: () => this.#ended(0) })
  readonly #relinked: () => void
  #first: Dialled | null
  #wasLinked = false
  #byUsedAddress = false
  #dialled: Dialled | null = null
  /**
   * Whether the other side has proved to be the core. Until then it is sent nothing, and its messages are not
   * trusted.
   */
  #isProven = false
  #failures = 0
  /** In a network, a connection that is being opened may never get an answer. */
  #isOnPhone = false
  #visible: boolean | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor({ wakes, first, relinked }: Given) {
    this.#wakes = wakes
    this.#relinked = relinked
    this.#first = first
  }

  subscribe(...listeners: Parameters<Bridge['subscribe']>): () => void {
    this.#talk.subscribe(...listeners)
    const stopWaking = this.#wakes(() => this.#wake())
    this.#connect()
    return () => {
      stopWaking()
      clearTimeout(this.#retry)
      this.#leave()
      this.#talk.end()
    }
  }

  send: Bridge['send'] = (command, at, input) => this.#talk.send(command, at, input)
  query = this.#talk.query
  onTouched = this.#talk.onTouched
  onPhone = (listener: (phone: Paired) => void) => this.#talk.onPhone(listener)

  downloadAddress(download: Download, about: string | null): Promise<string> {
    return this.#talk.downloadAddress(download, about)
  }

  preview = (projectId: string) => this.#talk.previewAddress(projectId)

  setVisible(visible: boolean): void {
    this.#visible = visible
    this.#post({ type: 'visible', visible })
  }

  #connect(): void {
    clearTimeout(this.#retry)
    const dialled = this.#first ?? dial()
    this.#first = null
    this.#dialled = dialled
    if (!dialled) {
      // There is neither token nor session.
      this.#talk.link = 'refused'
      return
    }
    dialled.socket.onclose = (event) => this.#ended(event.code)
    if (this.#isOnPhone) this.#patience = setTimeout(() => this.#ended(0), DIAL_MS)
    void dialled.proven.then(() => dialled === this.#dialled && this.#proven(dialled))
  }

  #proven({ socket }: Dialled): void {
    this.#isProven = true
    clearTimeout(this.#patience)
    if (this.#wasLinked) this.#relinked()
    this.#wasLinked = true
    socket.onmessage = (event) => this.#heard(event.data)
    if (this.#visible !== null) this.#post({ type: 'visible', visible: this.#visible })
  }

  #heard(data: unknown): void {
    this.#pulse.heard()
    this.#talk.heard(data)
  }

  #ended(code: number): void {
    const [wasProven, byToken] = [this.#isProven, this.#dialled?.byToken]
    this.#leave()
    this.#talk.broke()
    if (code === NO_SESSION && byToken && !wasProven) {
      // The address was already used; there may still be a session.
      this.#byUsedAddress = true
      this.#connect()
      return
    }
    const shutOut = this.#byUsedAddress && !this.#wasLinked ? 'refused' : 'accessEnded'
    this.#talk.link = code === NO_SESSION ? shutOut : 'lost'
    if (code === NO_SESSION) this.#talk.end()
    // Only a proven core is trusted to say that reconnecting is pointless.
    if (code !== NO_SESSION || !wasProven) this.#retry = setTimeout(() => this.#connect(), backOff(this.#failures++))
  }

  /** Drops the socket immediately: a closing handshake with a core that hangs would take long. */
  #leave(): void {
    this.#pulse.stop()
    clearTimeout(this.#patience)
    this.#isProven = false
    const socket = this.#dialled?.socket
    this.#dialled = null
    if (!socket) return
    socket.onmessage = socket.onclose = null
    socket.close()
  }

  #wake(): void {
    if (this.#talk.link === 'up') this.#pulse.checkAfterSilence()
    else if (this.#talk.link === 'lost' && (!this.#dialled || this.#isOnPhone)) this.#connectAnew()
  }

  #connectAnew(): void {
    this.#leave()
    this.#failures = 0
    this.#connect()
  }

  #post(message: ClientMessage): void {
    const socket = this.#isProven && this.#dialled?.socket
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
}
