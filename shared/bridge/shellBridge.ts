/**
 * What the preload script exposes to a page of the desktop app, as `window.cuelight`. It carries the same messages as
 * every other transport of the bridge (`bridge.ts`); it gives no access to keys or the network, and to no files but the
 * paths of dropped ones.
 */
import type { Download } from './bridge.ts'

/** The pages of the desktop app. */
export const PAGE_NAMES = ['main', 'quick', 'overlay'] as const
export type PageName = (typeof PAGE_NAMES)[number]

export interface ShellBridge {
  readonly page: PageName
  /** Sends a message up (`ClientMessage` as JSON). There is no direct response. */
  post(text: string): void
  /** Calls back with each message from the core (`ServerMessage` as JSON). Returns a function that stops listening. */
  listen(onText: (text: string) => void): () => void
  /** Lets the user save one of Cuelight's files. @param about which one, if there are several */
  save(download: Download, about?: string): Promise<SaveAnswer>
  /** The path of a file the user dropped or chose; empty if it has none. @param file a DOM `File` */
  pathOf(file: object): string
}

/** The result of saving a file. `left`: the user cancelled. `why`: in plain words. */
export type SaveAnswer = { result: 'saved' | 'left' } | { result: 'failed'; why: string }

/** The name of the bridge in a page. */
export const SHELL_GLOBAL = 'cuelight'

/**
 * All channels; messages on any other are refused. `begin`: a new document was loaded, which ends all requests of the
 * previous one: sent by the preload script before the page can send anything.
 */
export const CHANNELS = {
  begin: 'cuelight:begin',
  up: 'cuelight:up',
  down: 'cuelight:down',
  save: 'cuelight:save',
} as const

/** The main page's location for quitting. */
export const QUIT_PLACE = '#set-up/support/quit'

/** The origin of the desktop app's pages. The query names the page: `app://cuelight/index.html?page=quick`. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'cuelight'
