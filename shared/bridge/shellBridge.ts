/**
 * What the preload script gives a page of the desktop app, as `window.cuelight`. It carries the same messages as every
 * other carrier of the bridge (`bridge.ts`); it knows no key and no network, and of files only where a dropped one is.
 */
import type { Download } from './bridge.ts'

/** Which page this is. */
export const PAGE_NAMES = ['main', 'quick', 'overlay'] as const
export type PageName = (typeof PAGE_NAMES)[number]

export interface ShellBridge {
  readonly page: PageName
  /** Sends a message up (`ClientMessage` as JSON). Never answered directly. */
  post(text: string): void
  /** Calls back with each message that comes down (`ServerMessage` as JSON). Answers what ends it. */
  listen(onText: (text: string) => void): () => void
  /** Lets the person save a file of Cuelight's. @param about which one, where there are several */
  save(download: Download, about?: string): Promise<SaveAnswer>
  /** Where a file lies that the person dropped or chose; empty where it lies nowhere. @param file a DOM `File` */
  pathOf(file: object): string
}

/** What became of a file to save. `left`: the person changed their mind. `why`: in plain words. */
export type SaveAnswer = { result: 'saved' | 'left' } | { result: 'failed'; why: string }

/** The name of the bridge in a page. */
export const SHELL_GLOBAL = 'cuelight'

/**
 * The channels there are. Whatever comes on another one is refused. `begin`: a new document is there, and whatever the
 * one before it asked for ends: told by the preload script before the page can say anything.
 */
export const CHANNELS = {
  begin: 'cuelight:begin',
  up: 'cuelight:up',
  down: 'cuelight:down',
  save: 'cuelight:save',
} as const

/** The place in the main page where quitting is asked for at once. */
export const QUIT_PLACE = '#set-up/support/quit'

/** Where the pages of the desktop app are. The page's name is in the query: `app://cuelight/index.html?page=quick`. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'cuelight'
