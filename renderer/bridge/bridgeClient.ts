import type { Bridge, Download, LinkStatus } from '../../shared/bridge/bridge.ts'
import type { ClientMessage, ServerMessage } from '../../shared/bridge/messages.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Paired } from '../../shared/control/scopes.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { QueryError, type Reading, type Touched } from '../../shared/query/query.ts'
import type { AppState } from '../../shared/state.ts'
import { Outbox, uuid } from './outbox.ts'
import { Revisions } from './patching.ts'
import { LinkError, Questions } from './questions.ts'
import { messageIn } from './received.ts'

/** Ms without an outcome after which the client checks whether the core still responds. */
const OUTCOME_DUE_MS = 5_000

interface Needs {
  post(message: ClientMessage): void
  /** Checks whether the core still responds. */
  check(): void
  /** A state that fits has arrived: the core is talking to this page. */
  talks?(): void
  /** This page is on a phone: whatever it shows is stale after this time without a message, in ms. */
  expects?(staleMs: number): void
}

/** The protocol between a page and the core, independent of the transport. */
export class BridgeClient {
  readonly #needs: Needs
  readonly #outbox = new Outbox()
  readonly #readings = new Questions<Reading<unknown>>()
  readonly #addresses = new Questions<string>()
  readonly #revisions = new Revisions()
  readonly #listeners = new Set<(touched: Touched) => void>()
  #resyncing = false
  #link: LinkStatus = 'connecting'
  #onPhone: (phone: Paired) => void = () => {}
  #onState: (state: AppState, now?: number) => void = () => {}
  #onLink: (link: LinkStatus) => void = () => {}

  constructor(needs: Needs) {
    this.#needs = needs
  }

  subscribe(onState: (state: AppState, now?: number) => void, onLink: (link: LinkStatus) => void): void {
    this.#onState = onState
    this.#onLink = onLink
  }

  get link(): LinkStatus {
    return this.#link
  }

  set link(link: LinkStatus) {
    const isNew = link !== this.#link
    this.#link = link
    if (isNew) this.#onLink(link)
  }

  send(command: CommandInput, at: number, input?: 'midi'): Promise<Outcome> {
    if (this.#link !== 'up') return Promise.reject(new LinkError(false))
    const { message, outcome } = this.#outbox.add(command, at, input)
    const { id } = message
    this.#needs.post(message)
    setTimeout(() => this.#link === 'up' && this.#outbox.has(id) && this.#needs.check(), OUTCOME_DUE_MS)
    return outcome
  }

  query: Bridge['query'] = (name, input, again) => {
    if (this.#link !== 'up') return Promise.reject(new LinkError(false))
    const id = uuid()
    const reading = this.#readings.add(id)
    this.#needs.post({ type: 'query', id, name, input, ...(again && { again }) })
    // The core's responses follow the contract's schemas.
    return reading as Promise<Reading<never>>
  }

  onPhone(listener: (phone: Paired) => void): void {
    this.#onPhone = listener
  }

  onTouched: Bridge['onTouched'] = (listener) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks the core for an address where a file can be downloaded once. */
  downloadAddress(download: Download, about: string | null): Promise<string> {
    if (this.#link !== 'up') return Promise.reject(new LinkError(false))
    const id = uuid()
    const address = this.#addresses.add(id)
    this.#needs.post({ type: 'download', id, download, about })
    return address
  }

  /** Asks the core for an address where the picture of what is on air can be fetched once. */
  previewAddress(projectId: string): Promise<string> {
    if (this.#link !== 'up') return Promise.reject(new LinkError(false))
    const id = uuid()
    const address = this.#addresses.add(id)
    this.#needs.post({ type: 'preview', id, projectId })
    return address
  }

  readonly #takes: { [Type in ServerMessage['type']]: (message: Extract<ServerMessage, { type: Type }>) => void } = {
    snapshot: (message) => this.#follow(message),
    patch: (message) => this.#follow(message),
    outcome: ({ id, outcome }) => this.#outbox.settle(id, outcome),
    invalid: ({ id, field, message }) => {
      if (id === null) return
      this.#outbox.settle(id, { result: 'refused', refusal: { reason: 'invalid', field, message } })
      this.#readings.refuse(id, new Error(message))
      this.#addresses.refuse(id, new Error(message))
    },
    answer: (message) => this.#readings.answer(message.id, message),
    noAnswer: ({ id, why, failure }) => this.#readings.refuse(id, new QueryError(why, failure)),
    touched: (message) => {
      for (const listener of this.#listeners) listener(message as Touched)
    },
    downloadAddress: ({ id, address }) => this.#addresses.answer(id, address),
    panelAddress: () => {},
    agent: () => {},
    phone: ({ name, scope, staleMs }) => {
      this.#needs.expects?.(staleMs)
      this.#onPhone({ name, scope })
    },
    alive: () => {},
  }

  /** Handles a message as received. */
  heard(data: unknown): void {
    const message = messageIn(String(data))
    // An unreadable message may have been a patch, so the current state can no longer be patched.
    if (message === null) this.#resync()
    else (this.#takes[message.type] as (message: ServerMessage) => void)(message)
  }

  /** The transport broke: pending commands are rejected unless it recovers soon. */
  broke(): void {
    this.#resyncing = false
    this.#outbox.linkLost()
    this.#giveUpQuestions()
  }

  /** No more messages will come. */
  end(): void {
    this.#outbox.rejectAll()
    this.#giveUpQuestions()
  }

  #giveUpQuestions(): void {
    this.#readings.giveUp()
    this.#addresses.giveUp()
  }

  #follow(message: Extract<ServerMessage, { type: 'snapshot' | 'patch' }>): void {
    const state = this.#revisions.take(message)
    if (state === null) {
      this.#resync()
      return
    }
    this.#resyncing = false
    this.#needs.talks?.()
    this.#onState(state, message.now)
    if (this.#link === 'up') return
    this.link = 'up'
    // Commands without an outcome are sent once more under their original ids.
    for (const message of this.#outbox.linkStands()) this.#needs.post(message)
  }

  /** Requests a snapshot, only once until it arrives. */
  #resync(): void {
    this.#revisions.forget()
    if (this.#resyncing) return
    this.#resyncing = true
    this.#needs.post({ type: 'resync' })
  }
}
