import {
  type Bridge,
  type ClientMessage,
  type Download,
  type LinkStatus,
  NO_SESSION,
} from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { BridgeClient } from './bridgeClient.ts'
import { type Dialled, dial } from './dial.ts'
import { Heartbeat } from './heartbeat.ts'
import { LinkError } from './questions.ts'

/** Ms before each try to link again: doubling between these two. */
export const BACK_OFF = { first: 250, most: 3_000 } as const

/**
 * How long to wait before the next try. Spread over a quarter either way, so that several panels do not all
 * knock at the same time.
 *
 * @param failures tries that failed since the link last stood, from 0
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** Math.min(failures, 10))
  return Math.min(BACK_OFF.most, Math.round(wait * (0.75 + random() * 0.5)))
}

/** Ms without an outcome after which we ask whether the core still answers at all. */
const OUTCOME_DUE_MS = 5_000

/** Calls back when trying again at once is worth it; answers what ends it. */
export type Wakes = (wake: () => void) => () => void

interface Given {
  wakes: Wakes
  /** A socket that is being opened already: the first one that is used. */
  first: Dialled | null
}

/** The bridge over a WebSocket: links again by itself, and sends nothing twice under two ids. */
export class WebSocketBridge implements Omit<Bridge, 'save'> {
  readonly #wakes: Wakes
  readonly #talk = new BridgeClient({
    post: (message) => this.#post(message),
    onState: (state) => this.#follow(state),
  })
  readonly #pulse = new Heartbeat({ ask: () => this.#post({ type: 'resync' }), gone: () => this.#ended(0) })
  #first: Dialled | null
  #dialled: Dialled | null = null
  /** Has the other side proved that it is the core? Until then it is told nothing, and nothing it says is believed. */
  #isProven = false
  #link: LinkStatus = 'connecting'
  #failures = 0
  #visible: boolean | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #onState: (state: AppState) => void = () => {}
  #onLink: (link: LinkStatus) => void = () => {}

  constructor({ wakes, first }: Given) {
    this.#wakes = wakes
    this.#first = first
  }

  subscribe(onState: (state: AppState) => void, onLink: (link: LinkStatus) => void): () => void {
    this.#onState = onState
    this.#onLink = onLink
    const stopWaking = this.#wakes(() => this.#wake())
    this.#connect()
    return () => {
      stopWaking()
      clearTimeout(this.#retry)
      this.#leave()
      this.#talk.end()
    }
  }

  send(command: CommandInput): Promise<Outcome> {
    if (this.#link !== 'up') return Promise.reject(new LinkError(false))
    const { id, outcome } = this.#talk.send(command)
    setTimeout(() => this.#link === 'up' && this.#talk.waitsFor(id) && this.#pulse.check(), OUTCOME_DUE_MS)
    return outcome
  }

  query: Bridge['query'] = (...asked) =>
    this.#link === 'up' ? this.#talk.query(...asked) : Promise.reject(new LinkError(false))

  onTouched: Bridge['onTouched'] = (listener) => this.#talk.onTouched(listener)

  downloadAddress(download: Download, about: string | null): Promise<string> {
    return this.#link === 'up' ? this.#talk.downloadAddress(download, about) : Promise.reject(new LinkError(false))
  }

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
      // There is nothing to come in with.
      this.#setLink('refused')
      return
    }
    dialled.socket.onclose = (event) => this.#ended(event.code)
    void dialled.proven.then(() => dialled === this.#dialled && this.#proven(dialled))
  }

  #proven({ socket }: Dialled): void {
    this.#isProven = true
    socket.onmessage = (event) => this.#heard(event.data)
    if (this.#visible !== null) this.#post({ type: 'visible', visible: this.#visible })
  }

  #heard(data: unknown): void {
    this.#pulse.heard()
    this.#talk.heard(data)
  }

  #follow(state: AppState): void {
    this.#failures = 0
    this.#onState(state)
    if (this.#link === 'up') return
    this.#setLink('up')
    this.#talk.stands()
  }

  #ended(code: number): void {
    const [wasProven, byToken] = [this.#isProven, this.#dialled?.byToken]
    this.#leave()
    this.#talk.broke()
    if (code === NO_SESSION && byToken && !wasProven) {
      // The address was used already: there may be a session all the same.
      this.#connect()
      return
    }
    this.#setLink(code === NO_SESSION ? 'refused' : 'lost')
    if (code === NO_SESSION) this.#talk.end()
    // Only of the core itself it is believed for good that trying again would not help.
    if (code !== NO_SESSION || !wasProven) this.#retry = setTimeout(() => this.#connect(), backOff(this.#failures++))
  }

  /** Lets go of the socket at once: saying goodbye to a core that hangs would take long. */
  #leave(): void {
    this.#pulse.stop()
    this.#isProven = false
    const socket = this.#dialled?.socket
    this.#dialled = null
    if (!socket) return
    socket.onmessage = socket.onclose = null
    socket.close()
  }

  #wake(): void {
    if (this.#link === 'up') this.#pulse.checkAfterSilence()
    else if (this.#link === 'lost' && !this.#dialled) this.#connect()
  }

  #post(message: ClientMessage): void {
    const socket = this.#isProven && this.#dialled?.socket
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  #setLink(link: LinkStatus): void {
    if (link === this.#link) return
    this.#link = link
    this.#onLink(link)
  }
}
