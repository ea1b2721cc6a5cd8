/** Puts the desktop around a cuelight: windows, tray, hotkeys, notifications, the system's events. Wiring only. */

import * as disk from 'node:fs/promises'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { app, globalShortcut } from 'electron'
import { QUIT_PLACE } from '../../shared/bridge/shellBridge.ts'
import { once } from '../../shared/util/once.ts'
import { type App, PAGES } from '../app/app.ts'
import { dispatchAs } from '../app/dispatch.ts'
import { createLinks } from '../app/links.ts'
import type { StartOptions } from '../app/options.ts'
import { changeDesktop } from '../core/state/store.ts'
import { changing, firstDesktopState } from './desktopState.ts'
import { createHotkeys, type Hotkeys, isOnWayland } from './hotkeys/hotkeys.ts'
import { commandProgram, installCommand, installedCommand } from './installCommand.ts'
import { createNotifier } from './notifications/notifier.ts'
import { answerByNotification } from './notifications/pressAnswers.ts'
import { showAnswer, showNotification } from './notifications/show.ts'
import { autostartPath, createLogin, startCommand, startsHidden } from './system/login.ts'
import { createQuitting, type Quitting } from './system/quitting.ts'
import { askPlainly, watchSystem } from './system/system.ts'
import { createTray } from './tray/tray.ts'
import { loadElectronUpdater } from './updates/updater.ts'
import { createUpdates } from './updates/updates.ts'
import { installThen, updatedByHandHere } from './updates/wiring.ts'
import { createWindows, type Windows } from './windows/windows.ts'

/** Beside the bundles of the main side, packed or not. */
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function createDesktop(cuelight: App, options: StartOptions): Promise<void> {
  const { core, clock, dataDir, downloads, log } = cuelight
  const { platform, env } = process
  const onWayland = isOnWayland(platform, env, app.commandLine.getSwitchValue('ozone-platform'))
  const { desktop: settings } = core.settings.get()
  const autostart = createAutostart(core, dataDir)
  core.store.change({ desktop: { ...firstDesktopState(process, settings), login: autostart.read() } })

  const preload = beside('../preload/preload.cjs')
  const windows = createWindows({ core, clock, dataDir, preload, pages: PAGES, downloads, onWayland, log })
  windows.setCaptureHidden(settings.hideFromCapture)
  const showMain = () => windows.show('main')
  const quitting = createQuitting({
    ...{ clock, act: dispatchAs(core, 'window'), askPlainly, log, end: () => end() },
    ask: () => windows.show('main', QUIT_PLACE),
    canAnswer: () => windows.speaks('main'),
  })
  const hotkeys = createHotkeys({
    ...{ core, clock, platform, onWayland, log },
    ...{ act: dispatchAs(core, 'hotkey'), grabs: globalShortcut },
  })
  const stopAnswering = onWayland ? answerByNotification(core.store, showAnswer(log)) : () => {}
  const { tray, links, stopNotifying } = createSurfaces(cuelight, windows, hotkeys, quitting)
  cuelight.onLink((outcome) => {
    if (outcome.result === 'refused') hotkeys.flash(outcome)
  })
  const stopWatching = watchSystem({
    ...{ clock, readAnew: core.onResume, shutdown: quitting.shutdown, log },
    onAsleep: () => hotkeys.suspend(true),
    onDesktopBack() {
      hotkeys.suspend(false)
      hotkeys.recheck()
      tray.recreate()
    },
  })

  const updates = createUpdates({
    ...{ core, clock, log, byHand: updatedByHandHere() },
    loadUpdater: () => loadElectronUpdater(platform, log),
    restart: (install) => void close().then(() => installThen(install, log)),
  })

  const command = await createCommand(core)
  core.provide({
    desktop: {
      show: (name) => windows.show(name),
      hotkeys: hotkeys.port,
      change: changing(core, {
        hideFromCapture: windows.setCaptureHidden,
        launchAtLogin: autostart.set,
      }),
      installCommand: command.install,
      updates: updates.port,
    },
  })

  /** Ends all but the process. */
  const close = once(async () => {
    // What ends the process from here on has been judged: an updater quits like anybody else.
    app.off('before-quit', quitting.beforeQuit)
    for (const stop of [stopWatching, stopNotifying, stopAnswering, updates.stop, hotkeys.stop, tray.stop]) stop()
    await windows.stop()
    await cuelight.close()
  })
  const end = () => void close().then(() => app.exit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  app.on('before-quit', quitting.beforeQuit)
  app.on('activate', showMain)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    void links.open(url)
  })

  const { wasOpenedAtLogin: openedAtLogin } = app.getLoginItemSettings()
  if (!startsHidden({ hidden: options.hidden, startHidden: settings.startHidden, openedAtLogin })) showMain()
  if (options.link !== null) void links.open(options.link)
  await command.look()
  await cuelight.start(end)
}

/** What is pressed beside the windows and the keys: the tray, notifications and links. */
function createSurfaces({ core, clock, log }: App, windows: Windows, hotkeys: Hotkeys, quitting: Quitting) {
  const showPanel = () => windows.show('main')
  const actions = {
    showPanel,
    showSettings: () => windows.show('main', '#set-up/hotkeys'),
    showQuick: windows.toggleQuick,
    quit: () => void quitting.request(),
    open: windows.openOutside,
  }
  const around = { core, clock, act: dispatchAs(core, 'tray'), actions, log }
  const links = { core, clock, act: dispatchAs(core, 'link'), show: showPanel, refused: hotkeys.flash }
  return {
    tray: createTray({ ...around, onAnswer: hotkeys.flash, iconsDir: beside('../../build/icons/tray') }),
    stopNotifying: createNotifier({ ...around, show: showNotification }),
    links: createLinks(links),
  }
}

/** Its place among what is started at login, told of in the state. */
function createAutostart(core: App['core'], dataDir: string) {
  const login = createLogin({
    ...{ platform: process.platform, app, isPackaged: app.isPackaged, autostart: autostartPath() },
    command: startCommand(process, ['--data-dir', dataDir]),
  })
  return {
    read: login.read,
    async set(on: boolean): Promise<void> {
      await login.set(on)
      changeDesktop(core.store, { login: login.read() })
    },
  }
}

/** The command of the command line: put in its place, and told of in the state. */
async function createCommand(core: App['core']) {
  const place = {
    ...{ platform: process.platform, env: process.env, home: homedir() },
    ...{ localBinIsOurs: await isOurs('/usr/local/bin'), program: commandProgram(process, beside('.')) },
  }
  async function look(): Promise<void> {
    const command = await installedCommand(place, disk)
    changeDesktop(core.store, { command })
  }
  return {
    look,
    async install() {
      const installed = await installCommand(place, disk)
      await look()
      return installed
    },
  }
}

/** May this user write there? */
function isOurs(dir: string): Promise<boolean> {
  return disk.access(dir, disk.constants.W_OK).then(
    () => true,
    () => false,
  )
}
