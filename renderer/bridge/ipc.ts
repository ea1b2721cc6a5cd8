import type { Bridge, ClientMessage, Download, LinkStatus } from '../../shared/bridge/bridge.ts'
import type { ShellBridge } from '../../shared/bridge/shellBridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { SAVE_WORDS } from '../../shared/words/setup.ts'
import { BridgeClient } from './bridgeClient.ts'
import { Heartbeat } from './heartbeat.ts'
import { LinkError } from './questions.ts'

/** Ms without an outcome after which we ask whether the core still answers at all. */
const OUTCOME_DUE_MS = 5_000

/**
 * The bridge over the desktop app's own channel. It cannot break while the app runs; but the app can hang. Until it has
 * first spoken it is being waited for: a page of the app is there only because the app runs.
 */
export class IpcBridge implements Bridge {
  readonly #shell: ShellBridge
  readonly #talk = new BridgeClient({
    post: (message) => this.#post(message),
    onState: (state) => this.#follow(state),
  })
  readonly #pulse = new Heartbeat({ ask: () => this.#post({ type: 'resync' }), gone: () => this.#gone() })
  #link: LinkStatus = 'connecting'
  #onState: (state: AppState) => void = () => {}
  #onLink: (link: LinkStatus) => void = () => {}

  constructor(shell: ShellBridge) {
    this.#shell = shell
  }

  subscribe(onState: (state: AppState) => void, onLink: (link: LinkStatus) => void): () => void {
    this.#onState = onState
    this.#onLink = onLink
    const stop = this.#shell.listen((text) => {
      this.#pulse.heard()
      this.#talk.heard(text)
    })
    this.#pulse.check()
    return () => {
      stop()
      this.#pulse.stop()
      this.#talk.end()
    }
  }

  send(command: CommandInput): Promise<Outcome> {
    if (this.#link !== 'up') return Promise.reject(new LinkError(false))
    const { id, outcome } = this.#talk.send(command)
    setTimeout(() => this.#link === 'up' && this.#talk.waitsFor(id) && this.#pulse.check(), OUTCOME_DUE_MS)
    return outcome
  }

  setVisible(visible: boolean): void {
    this.#post({ type: 'visible', visible })
    // Whoever looks again shall not look at what was true before the app hung.
    if (visible) this.#pulse.checkAfterSilence()
  }

  query: Bridge['query'] = (...asked) =>
    this.#link === 'up' ? this.#talk.query(...asked) : Promise.reject(new LinkError(false))

  onTouched: Bridge['onTouched'] = (listener) => this.#talk.onTouched(listener)

  async save(download: Download, about?: string): Promise<string | null> {
    const answer = await this.#shell.save(download, about).catch(() => {
      throw new Error(SAVE_WORDS.noAnswer)
    })
    if (answer.result === 'failed') throw new Error(answer.why)
    return answer.result === 'saved' ? SAVE_WORDS.saved : null
  }

  #follow(state: AppState): void {
    this.#onState(state)
    if (this.#link === 'up') return
    this.#setLink('up')
    this.#talk.stands()
  }

  /** The app does not answer. It is asked again and again: nothing else can bring it back. */
  #gone(): void {
    this.#pulse.stop()
    this.#talk.broke()
    if (this.#link !== 'connecting') this.#setLink('lost')
    this.#pulse.check()
  }

  #post(message: ClientMessage): void {
    this.#shell.post(JSON.stringify(message))
  }

  #setLink(link: LinkStatus): void {
    if (link === this.#link) return
    this.#link = link
    this.#onLink(link)
  }
}
