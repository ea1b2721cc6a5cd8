/**
 * All that our pages can use of the desktop app: messages up and down, saving a file, and the path of a dropped file.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { CHANNELS, PAGE_NAMES, SHELL_GLOBAL, type ShellBridge } from '../shared/bridge/shellBridge.ts'

/** From the page; the rest of the main side is written without a DOM. */
declare const location: { readonly search: string }

const asked = new URLSearchParams(location.search).get('page')

const bridge: ShellBridge = {
  page: PAGE_NAMES.find((name) => name === asked) ?? 'main',
  post: (text) => ipcRenderer.send(CHANNELS.up, text),
  listen(onText) {
    // The event stays here: it would give the page access to the main process.
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
