/** The desktop app: the same house as everywhere, with tray, hotkeys, windows and notifications. Wiring only. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { QUIT_PLACE } from '../../shared/shellBridge.ts'
import { ownArguments } from '../arguments.ts'
import { openHouse, PAGES } from '../house.ts'
import { keyOfRun, readOptions, type StartOptions } from '../options.ts'
import { showRunning } from '../secondStart.ts'
import { actingAs } from './act.ts'
import { firstDesktopState } from './desktopState.ts'
import { autostartPath } from './system/autostart.ts'
import { createLogin, startCommand, startsHidden } from './system/login.ts'
import { askPlainly } from './system/plainQuestion.ts'
import { createQuitting } from './system/quitting.ts'
import { watchSystem } from './system/system.ts'
import { createWindows, registerScheme, stayWithoutWindows } from './windows/windows.ts'

const options = readOptions(ownArguments())
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  app.exit(options.exitCode)
} else {
  app.setPath('userData', join(options.dataDir, 'chromium'))
  registerScheme()
  stayWithoutWindows()
  // Not awaited: Electron is ready only after this module has been read.
  void app.whenReady().then(() => run(options))
}

async function run(options: StartOptions): Promise<void> {
  const house = await openHouse(options, key)
  if (!house) {
    await showRunning(options.dataDir, (address) => console.log(`Panel: ${address}`))
    app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
    return
  }
  const { core, clock, dataDir, handouts, log } = house
  const { desktop: settings } = core.settings.get()
  let ended: Promise<void> | null = null
  console.log(`Panel: ${house.panelAddress()}`)
  const login = createLogin({
    ...{ platform: process.platform, app, autostart: autostartPath() },
    command: startCommand(process, ['--data-dir', dataDir]),
  })
  core.store.change((draft) => {
    draft.desktop = { ...firstDesktopState(process, settings), login: login.read() }
  })
  const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url))
  const windows = createWindows({ core, clock, dataDir, preload, pages: PAGES, handouts, log })
  windows.setCaptureHidden(settings.hideFromCapture)
  const end = () => {
    ended ??= (async () => {
      system.stop()
      await windows.stop()
      await house.close()
      app.exit()
    })()
    return ended
  }
  const quitting = createQuitting({
    ...{ clock, act: actingAs(core, 'window'), askPlainly, log, end: () => void end() },
    ask: () => windows.show('main', QUIT_PLACE),
    canAnswer: () => windows.speaks('main'),
  })
  const system = watchSystem({ clock, readAnew: core.awoke, shutdown: quitting.shutdown, log })
  app.on('before-quit', quitting.beforeQuit)
  app.on('activate', () => windows.show('main'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  const { wasOpenedAtLogin: openedAtLogin } = app.getLoginItemSettings()
  if (!startsHidden({ hidden: options.hidden, startHidden: settings.startHidden, openedAtLogin }))
    windows.show('main')
  await house.start(() => void end())
}
