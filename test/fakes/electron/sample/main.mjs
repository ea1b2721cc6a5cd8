/**
 * A small app to test the stand-in: one use of each thing that our shell requests of Electron. Specs read what it
 * prints; each of its precautions is removed in turn, to see that a spec fails.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  app,
  BrowserWindow,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  protocol,
  session,
  Tray,
} from 'electron'

if (process.argv.includes('--child')) {
  console.log(`child of Electron ${process.versions.electron}`)
  process.exit()
}

const HEADERS = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; script-src 'self'" }
const PAGE = 'sample://app/index.html?page=main'
const file = (name) => new URL(name, import.meta.url)

app.setPath('userData', process.argv[2])
protocol.registerSchemesAsPrivileged([{ scheme: 'sample', privileges: { standard: true, secure: true } }])
for (const name of ['ready', 'before-quit', 'will-quit', 'quit']) app.on(name, () => console.log(name))
app.on('window-all-closed', () => console.log('window-all-closed'))
app.on('web-contents-created', (_event, contents) => {
  console.log('contents created')
  contents.on('will-navigate', (event) => {
    console.log(`will-navigate ${event.url}`)
    event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    console.log(`window.open ${url}`)
    return { action: 'deny' }
  })
})

ipcMain.on('say', (event, ...words) => {
  if (event.senderFrame?.url !== PAGE || event.senderFrame.parent !== null) return
  globalThis.last = event
  console.log(`heard ${JSON.stringify(words)}`)
  event.sender.send('told', words)
})
ipcMain.handle('ask', (_event, question) => {
  if (question === 'fail') throw new Error('no answer')
  return { question, nothing: undefined }
})

const tray = () => {
  const icon = new Tray(nativeImage.createEmpty())
  const item = {
    label: 'More',
    submenu: [{ label: 'Tick', type: 'checkbox', click: (one) => console.log(one.checked) }],
  }
  icon.setToolTip('a sample')
  icon.setContextMenu(Menu.buildFromTemplate([item, { label: 'Off', enabled: false }]))
  icon.on('click', () => console.log('icon'))
}

app.whenReady().then(async () => {
  protocol.handle('sample', ({ url }) =>
    url === PAGE
      ? new Response(readFileSync(file('page.html')), { headers: HEADERS })
      : new Response('', { status: 404, headers: HEADERS }),
  )
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  tray()
  globalShortcut.register('Control+Alt+S', () => console.log('key'))
  powerMonitor.on('resume', () => console.log('awake'))
  const note = new Notification({ title: 'Something happened' })
  note.on('click', () => console.log('note'))
  note.show()
  const preload = fileURLToPath(new URL('preload.cjs', import.meta.url))
  const window = new BrowserWindow({
    show: false,
    width: 400,
    height: 300,
    webPreferences: { preload, sandbox: true },
  })
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    console.log(`gone ${reason}`)
    window.loadURL(PAGE)
  })
  await window.loadURL(PAGE)
  console.log('loaded')
  spawn(process.execPath, [...process.execArgv, process.argv[1], '--child'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
})

// Long enough that an Electron which did not wait would show.
await new Promise((resolve) => setTimeout(resolve, 50))
console.log('read')
