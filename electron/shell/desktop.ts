/** The desktop app: the same house as everywhere, with tray, hotkeys, windows and notifications. Wiring only. */
import * as disk from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, globalShortcut } from 'electron'
import { QUIT_PLACE } from '../../shared/shellBridge.ts'
import { ownArguments } from '../arguments.ts'
import { type House, openHouse, PAGES } from '../house.ts'
import { keyOfRun, readOptions, type StartOptions, withoutChromiumSwitches } from '../options.ts'
import { showRunning } from '../secondStart.ts'
import { actingAs } from './act.ts'
import { installCommand, installedCommand } from './commandFile.ts'
import { changing } from './desktopPort.ts'
import { firstDesktopState } from './desktopState.ts'
import { createHotkeys } from './hotkeys/hotkeys.ts'
import { commandProgram } from './installCommand.ts'
import { createLinks } from './links.ts'
import { autostartPath } from './system/autostart.ts'
import { createLogin, startCommand, startsHidden } from './system/login.ts'
import { askPlainly } from './system/plainQuestion.ts'
import { createQuitting } from './system/quitting.ts'
import { watchSystem } from './system/system.ts'
import { createTray } from './tray/tray.ts'
import { createWindows, registerScheme, stayWithoutWindows } from './windows/windows.ts'

/** Beside the bundles of the main side, packed or not. */
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const options = readOptions(withoutChromiumSwitches(ownArguments()))
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  app.exit(options.exitCode)
} else {
  app.setPath('userData', join(options.dataDir, 'chromium'))
  registerScheme()
  stayWithoutWindows()
  // Not awaited: Electron is ready only after this module has been read.
  app
    .whenReady()
    .then(() => run(options))
    .catch((error: unknown) => {
      console.error(`Cuelight could not start: ${error instanceof Error ? error.stack : error}`)
      app.exit(1)
    })
}

async function run(options: StartOptions): Promise<void> {
  const house = await openHouse(options, key)
  if (house) return furnishDesktop(house, options)
  await showRunning(options, (address) => console.log(`Panel: ${address}`))
  app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
}

async function furnishDesktop(house: House, options: StartOptions): Promise<void> {
  const { core, clock, dataDir, handouts, log } = house
  const { platform, env } = process
  const { desktop: settings } = core.settings.get()
  const login = createLogin({
    ...{ platform, app, autostart: autostartPath() },
    command: startCommand(process, ['--data-dir', dataDir]),
  })
  console.log(`Panel: ${house.panelAddress()}`)
  core.store.change((draft) => {
    draft.desktop = { ...firstDesktopState(process, settings), login: login.read() }
  })
  const preload = beside('../preload/preload.cjs')
  const windows = createWindows({ core, clock, dataDir, preload, pages: PAGES, handouts, log })
  windows.setCaptureHidden(settings.hideFromCapture)
  const showMain = () => windows.show('main')
  const quitting = createQuitting({
    ...{ clock, act: actingAs(core, 'tray'), askPlainly, log, end: () => void end() },
    ask: () => windows.show('main', QUIT_PLACE),
    canAnswer: () => windows.speaks('main'),
  })
  const system = watchSystem({ clock, readAnew: core.awoke, shutdown: quitting.shutdown, log })
  const hotkeys = createHotkeys({
    ...{ core, clock, platform, env, log },
    act: actingAs(core, 'hotkey'),
    grabs: globalShortcut,
  })
  const tray = createTray({
    ...{ core, clock },
    act: actingAs(core, 'tray'),
    actions: {
      showPanel: showMain,
      showSettings: () => windows.show('main', '#set-up/hotkeys'),
      showQuick: windows.toggleQuick,
      quit: () => void quitting.request(),
      open: windows.openOutside,
    },
    onAnswer: hotkeys.flash,
    iconsDir: beside('../../build/icons/tray'),
  })
  system.onAsleep(() => hotkeys.suspend(true))
  system.onDesktopBack(() => {
    hotkeys.suspend(false)
    hotkeys.recheck()
    tray.recreate()
  })
  const links = createLinks({ core, clock, act: actingAs(core, 'link'), show: showMain })
  const commandPlace = {
    ...{ platform, env, home: homedir(), localBinIsOurs: false },
    program: commandProgram(process, beside('.')),
  }
  core.lend({
    desktop: {
      show: (name) => windows.show(name),
      hotkeys: hotkeys.port,
      change: changing(core, {
        hideFromCapture: windows.setCaptureHidden,
        async launchAtLogin(on) {
          await login.set(on)
          core.store.change(({ desktop }) => {
            if (desktop) desktop.login = login.read()
          })
        },
      }),
      installCommand: () => installCommand(commandPlace, disk),
      updates: undefined as never,
    },
  })

  let ending = false
  async function end(): Promise<void> {
    if (ending) return
    ending = true
    system.stop()
    hotkeys.stop()
    tray.stop()
    await windows.stop()
    await house.close()
    app.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  app.on('before-quit', quitting.beforeQuit)
  app.on('activate', showMain)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    void links.open(url)
  })
  void installedCommand(commandPlace, disk).then((command) =>
    core.store.change(({ desktop }) => {
      if (desktop) desktop.command = command
    }),
  )
  const { hidden } = options
  const { wasOpenedAtLogin: openedAtLogin } = app.getLoginItemSettings()
  if (!startsHidden({ hidden, startHidden: settings.startHidden, openedAtLogin })) showMain()
  if (options.link !== null) void links.open(options.link)
  await house.start(() => void end())
}
