import type { Bridge, Download } from '../../shared/bridge/bridge.ts'
import type { ClientMessage } from '../../shared/bridge/messages.ts'
import type { ShellBridge } from '../../shared/bridge/shellBridge.ts'
import { SAVE_WORDS } from '../../shared/words/panel/setup.ts'
import { BridgeClient } from './bridgeClient.ts'
import { Heartbeat } from './heartbeat.ts'

/**
 * The bridge over the desktop app's own channel. The channel cannot break while the app runs, but the app can hang.
 * The link stays `connecting` until the app first sends something: its pages exist only while it runs.
 */
export class IpcBridge implements Bridge {
  readonly #shell: ShellBridge
  readonly #talk = new BridgeClient({
    post: (message) => this.#post(message),
    check: () => this.#pulse.check(),
  })
  readonly #pulse = new Heartbeat({ ask: () => this.#post({ type: 'resync' }), gone: () => this.#gone() })

  constructor(shell: ShellBridge) {
    this.#shell = shell
  }

  subscribe(...listeners: Parameters<Bridge['subscribe']>): () => void {
    this.#talk.subscribe(...listeners)
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

  send: Bridge['send'] = (command, at, input) => this.#talk.send(command, at, input)

  setVisible(visible: boolean): void {
    this.#post({ type: 'visible', visible })
    // A user who looks again must not see a state from before the app hung.
    if (visible) this.#pulse.checkAfterSilence()
  }

  query = this.#talk.query
  onTouched = this.#talk.onTouched
  preview = (projectId: string) => this.#talk.previewAddress(projectId)

  async save(download: Download, about?: string): Promise<string | null> {
    const answer = await this.#shell.save(download, about).catch(() => {
      throw new Error(SAVE_WORDS.noAnswer)
    })
    if (answer.result === 'failed') throw new Error(answer.why)
    return answer.result === 'saved' ? SAVE_WORDS.saved : null
  }

  pathOf = (file: object): string => this.#shell.pathOf(file)

  /** The app does not respond. It is checked again and again, because nothing else can recover it. */
  #gone(): void {
    this.#pulse.stop()
    this.#talk.broke()
    if (this.#talk.link !== 'connecting') this.#talk.link = 'lost'
    this.#pulse.check()
  }

  #post(message: ClientMessage): void {
    this.#shell.post(JSON.stringify(message))
  }
}
