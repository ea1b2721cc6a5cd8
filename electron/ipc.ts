/**
 * The bridge over IPC, with the same messages as over every other carrier. A thin layer: `shell/windows/sender.ts`
 * decides whether a message comes from one of our pages.
 */
import {
  BrowserWindow,
  dialog,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  type WebContents,
} from 'electron'
import * as z from 'zod/mini'
import { DownloadAbout, type ServerMessage } from '../shared/bridge/messages.ts'
import { CHANNELS, type PageName, type SaveAnswer } from '../shared/bridge/shellBridge.ts'
import { SAVE_WORDS } from '../shared/words/panel/setup.ts'
import { type ClientSession, createClientSession } from './core/bridge/clientSession.ts'
import type { Core } from './core/core.ts'
import type { Downloads } from './remote/downloads.ts'
import type { Previews } from './remote/previews.ts'
import { downloadNamed, saveDownload, whyNotOurs } from './shell/windows/sender.ts'
import { createFaultLog } from './util/faults.ts'

export interface IpcOptions {
  core: Core
  downloads: Downloads
  previews: Previews
  /** The name of our page in these contents; null if it is none of ours. */
  pageOf: (contents: WebContents) => PageName | null
  /** Reports whether the user can see this page. */
  onVisible: (contents: WebContents, seen: boolean) => void
  log: (line: string) => void
}

/** Listens to the pages of our own windows only. Each page gets one link, made with its first message. */
export function serveIpc({ core, downloads, previews, pageOf, onVisible, log }: IpcOptions) {
  const links = new Map<WebContents, ClientSession>()
  const logFault = createFaultLog(log, core.clock)

  function linkFor(contents: WebContents, page: PageName): ClientSession {
    const known = links.get(contents)
    if (known) return known
    // The overlay has nothing to press, and is never looked at for long.
    const listensOnly = page === 'overlay'
    const link = createClientSession(core, {
      source: 'window',
      listensOnly,
      ...(!listensOnly && { previewAddress: previews.addressOf }),
      say: (message) => say(contents, page, message),
      onVisible: listensOnly ? undefined : (seen) => onVisible(contents, seen),
      onFault: (error) => logFault(`a message of the page ${page} failed`, error),
    })
    links.set(contents, link)
    return link
  }

  function say(contents: WebContents, page: PageName, message: ServerMessage): void {
    if (message.type === 'invalid') log(`refused a message of the page ${page}: ${message.field}: ${message.message}`)
    if (!contents.isDestroyed()) contents.send(CHANNELS.down, JSON.stringify(message))
  }

  /** The page that sent this; null, with a line in the log, if it is not ours. */
  function sender(event: IpcMainEvent | IpcMainInvokeEvent, what: string): PageName | null {
    const page = pageOf(event.sender)
    const why = whyNotOurs(event.senderFrame, page !== null)
    if (why !== null) log(`refused ${what}: ${why}`)
    return why === null ? page : null
  }

  const onBegin = (event: IpcMainEvent) => {
    if (sender(event, 'a beginning') !== null) forget(event.sender)
  }
  const onUp = (event: IpcMainEvent, text: unknown) => {
    const page = sender(event, 'a message')
    if (page === null) return
    if (typeof text === 'string') linkFor(event.sender, page).receive(text)
    else log(`refused a message of the page ${page}: it is not text`)
  }
  ipcMain.on(CHANNELS.begin, onBegin)
  ipcMain.on(CHANNELS.up, onUp)
  ipcMain.handle(CHANNELS.save, async (event, asked: unknown, about: unknown): Promise<SaveAnswer> => {
    const page = sender(event, 'a request to save')
    const name = page === null || page === 'overlay' ? null : downloadNamed(asked, downloads)
    if (page !== null && name === null) log(`refused to save for the page ${page}: there is no such file`)
    if (name === null) return { result: 'failed', why: SAVE_WORDS.notOffered }
    const which = z.nullish(DownloadAbout).safeParse(about)
    if (!which.success) return { result: 'failed', why: SAVE_WORDS.gone }
    return saveDownload(name, { downloads, about: which.data ?? null, askWhere: askOver(event.sender), log })
  })

  /** The page's document is gone, and its requests end with it. */
  function forget(contents: WebContents): void {
    links.get(contents)?.close()
    links.delete(contents)
    onVisible(contents, false)
  }

  return {
    forget,
    /** Has the page that is loaded now sent us anything? */
    speaks: (contents: WebContents | undefined) => contents !== undefined && links.has(contents),
    stop() {
      ipcMain.removeListener(CHANNELS.begin, onBegin)
      ipcMain.removeListener(CHANNELS.up, onUp)
      ipcMain.removeHandler(CHANNELS.save)
      for (const contents of [...links.keys()]) forget(contents)
    },
  }
}

/**
 * The dialog belongs to the window of the page: behind a window that stays on top, as the quick panel does, nobody
 * would find it.
 */
const askOver = (page: WebContents) => async (file: string) => {
  const window = BrowserWindow.fromWebContents(page)
  const where = { defaultPath: file }
  const asked = window ? dialog.showSaveDialog(window, where) : dialog.showSaveDialog(where)
  const { canceled, filePath } = await asked
  return canceled || filePath === '' ? null : filePath
}
