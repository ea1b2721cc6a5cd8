const { contextBridge, ipcRenderer } = require('electron')

globalThis.kept = 'in the world of the preload script'
const tried = () => {
  try {
    return typeof require('node:fs')
  } catch (error) {
    return error.message
  }
}

contextBridge.exposeInMainWorld('sample', {
  say: (...words) => ipcRenderer.send('say', ...words),
  ask: (question) => ipcRenderer.invoke('ask', question),
  listen: (hear) => void ipcRenderer.on('told', (_event, words) => hear(words)),
  node: tried,
  pageHas: (name) => name in globalThis,
  fail() {
    throw new Error('as it should')
  },
})
