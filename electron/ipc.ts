/** The bridge over IPC: the same messages as over every other carrier. Thin: whose they are is judged in `shell/windows/sender.ts`. */
import { dialog, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import writeFileAtomic from 'write-file-atomic'
import { HANDOUTS, type Handout } from '../shared/bridge.ts'
import { CHANNELS, type PageName } from '../shared/shellBridge.ts'
import { SAVE_WORDS } from '../shared/words/setup.ts'
import type { Core } from './core/core.ts'
import { createLink, type Link } from './core/link.ts'
import type { Handouts } from './remote/handouts.ts'
import { isOurs } from './shell/windows/sender.ts'

export interface IpcOptions {
  core: Core
  handouts: Handouts
  /** Which page of ours this is; null: none. */
  pageOf: (contents: WebContents) => PageName | null
  /** Can a person see this page? */
  onVisible: (contents: WebContents, seen: boolean) => void
  log: (line: string) => void
}

export interface Ipc {
  /** The document of this page is gone, or about to be another: what it asked for ends with it. */
  forget(contents: WebContents): void
  stop(): void
}

/** Listens to the pages of our own windows, and to nobody else. */
export function serveIpc({ core, handouts, pageOf, onVisible, log }: IpcOptions): Ipc {
  const links = new Map<WebContents, Link>()

  function linkFor(contents: WebContents): Link {
    const known = links.get(contents)
    if (known) return known
    const link = createLink(core, {
      source: 'window',
      // Nobody can press anything there.
      listensOnly: pageOf(contents) === 'overlay',
      say: (message) => {
        if (!contents.isDestroyed()) contents.send(CHANNELS.down, JSON.stringify(message))
      },
      onVisible: (seen) => onVisible(contents, seen),
    })
    links.set(contents, link)
    return link
  }

  function judged(event: IpcMainEvent | IpcMainInvokeEvent, what: string): boolean {
    const ours = isOurs(event.senderFrame, pageOf(event.sender) !== null)
    if (!ours) log(`refused ${what} from a frame that is not ours: ${event.senderFrame?.url.slice(0, 200) ?? 'gone'}`)
    return ours
  }

  const onUp = (event: IpcMainEvent, text: unknown) => {
    if (!judged(event, 'a message')) return
    if (typeof text === 'string') linkFor(event.sender).receive(text)
    else log('refused a message that is no text')
  }
  ipcMain.on(CHANNELS.up, onUp)
  ipcMain.handle(CHANNELS.save, async (event, name: unknown) => {
    if (!judged(event, 'a request to save')) return SAVE_WORDS.notOffered
    const make = typeof name === 'string' && Object.hasOwn(HANDOUTS, name) ? handouts[name as Handout] : undefined
    return make ? save(name as Handout, make) : SAVE_WORDS.notOffered
  })

  function forget(contents: WebContents): void {
    links.get(contents)?.close()
    links.delete(contents)
  }

  return {
    forget,
    stop() {
      ipcMain.removeListener(CHANNELS.up, onUp)
      ipcMain.removeHandler(CHANNELS.save)
      for (const contents of [...links.keys()]) forget(contents)
    },
  }
}

/** Asks where to; answers null when it was saved or the person changed their mind, else why not. */
async function save(name: Handout, make: () => Promise<Uint8Array | string>): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: HANDOUTS[name].file })
  if (canceled || !filePath) return null
  try {
    await writeFileAtomic(filePath, Buffer.from(await make()), { mode: 0o600 })
    return null
  } catch (error) {
    return `Nothing was saved: ${error instanceof Error ? error.message : error}`
  }
}
