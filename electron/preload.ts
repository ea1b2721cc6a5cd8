/** What a page of ours gets of the desktop app: messages up, messages down, a file saved, where a dropped one is. It knows nothing else. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { CHANNELS, PAGE_NAMES, SHELL_GLOBAL, type ShellBridge } from '../shared/bridge/shellBridge.ts'

/** The page's own; the main side is otherwise written without a DOM. */
declare const location: { readonly search: string }

const asked = new URLSearchParams(location.search).get('page')

const bridge: ShellBridge = {
  page: PAGE_NAMES.find((name) => name === asked) ?? 'main',
  post: (text) => ipcRenderer.send(CHANNELS.up, text),
  listen(onText) {
    // The event stays here: it would hand the page a way to the main process.
    const hear = (_event: unknown, text: string) => onText(text)
    ipcRenderer.on(CHANNELS.down, hear)
    return () => {
      ipcRenderer.removeListener(CHANNELS.down, hear)
    }
  },
  pathOf: (file) => webUtils.getPathForFile(file as File),
  save: (download, about) => ipcRenderer.invoke(CHANNELS.save, download, about),
}

ipcRenderer.send(CHANNELS.begin)
contextBridge.exposeInMainWorld(SHELL_GLOBAL, bridge)
