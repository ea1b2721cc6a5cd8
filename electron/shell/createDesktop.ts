/** Adds the desktop app to a Cuelight: windows, tray, hotkeys, notifications, system events. Wiring only. */

import * as disk from 'node:fs/promises'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { app, globalShortcut, powerSaveBlocker } from 'electron'
import { QUIT_PLACE } from '../../shared/bridge/shellBridge.ts'
import { once } from '../../shared/util/once.ts'
import { type App, PAGES } from '../app/app.ts'
import { dispatchAs } from '../app/dispatch.ts'
import { judgePhones, tryProcesses } from '../app/doctor.ts'
import { createLinks } from '../app/links.ts'
import type { StartOptions } from '../app/options.ts'
import { changeDesktop } from '../core/state/store.ts'
import { changing, firstDesktopState } from './desktopState.ts'
import { createDoctor, type Tries } from './doctor/examine.ts'
import * as tries from './doctor/tries.ts'
import { tryLogin } from './doctor/tryLogin.ts'
import type { EarlyLinks } from './earlyLinks.ts'
import { createHotkeys, type Hotkeys, isOnWayland } from './hotkeys/hotkeys.ts'
import { commandProgram, installCommand, installedCommand } from './installCommand.ts'
import { keychainProcess } from './keychainProcess.ts'
import { createNotifier } from './notifications/notifier.ts'
import { answerByNotification } from './notifications/pressAnswers.ts'
import { showAnswer, showNotification } from './notifications/show.ts'
import { keepAwake, mustStayAwake } from './system/awake.ts'
import { closedInTime } from './system/ending.ts'
import { autostartPath, createLogin, startCommand, startsHidden } from './system/login.ts'
import { createQuitting, isNeeded, type Quitting } from './system/quitting.ts'
import { askPlainly, watchSystem } from './system/system.ts'
import { awaitTray } from './tray/awaitTray.ts'
import { createTray } from './tray/tray.ts'
import { loadElectronUpdater } from './updates/updater.ts'
import { createUpdates } from './updates/updates.ts'
import { installThen, updatedByHandHere } from './updates/wiring.ts'
import { createWindows, leaveDock, type Windows } from './windows/windows.ts'

/** Path relative to the bundles of the main side, packaged or not. */
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function createDesktop(cuelight: App, options: StartOptions, early: EarlyLinks): Promise<void> {
  const { core, clock, dataDir, downloads, previews, log } = cuelight
  const { platform, env } = process
  const onWayland = isOnWayland(platform, env, app.commandLine.getSwitchValue('ozone-platform'))
  const { desktop: settings } = core.settings.get()
  const autostart = createAutostart(core, dataDir)
  core.store.change({ desktop: { ...firstDesktopState(process, settings), login: autostart.read() } })

  const windows = createWindows({
    ...{ core, clock, dataDir, served: { downloads, previews }, onWayland, log },
    ...{ preload: beside('../preload/preload.cjs'), icon: beside('../../build/icons/app.png'), pages: PAGES },
  })
  windows.setCaptureHidden(settings.hideFromCapture)
  const quitting = createWayOut(cuelight, windows, () => end())
  const hotkeys = createHotkeys({
    ...{ core, clock, platform, onWayland, log },
    ...{ act: dispatchAs(core, 'hotkey'), grabs: globalShortcut },
  })
  const { tray, links, stopTelling } = createSurfaces(cuelight, windows, hotkeys, quitting, onWayland)
  cuelight.onLink((outcome) => {
    if (outcome.result === 'refused') hotkeys.flash(outcome)
  })
  const stopWatching = watchSystem({
    ...{ clock, readAnew: core.onResume, shutdown: quitting.shutdown, log },
    onAsleep: () => hotkeys.suspend(true),
    onDesktopBack() {
      hotkeys.suspend(false)
      hotkeys.recheck()
      void tray.refresh()
    },
  })

  const updates = createUpdates({
    ...{ core, clock, log, byHand: updatedByHandHere(options) },
    loadUpdater: () => loadElectronUpdater(platform, log),
    restart: (install) => void closed().then(() => installThen(install, log)),
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
      examine: createDoctor(triesOf(cuelight, { onWayland, windows, tray, autostart, cli: command.program })),
      installCommand: command.install,
      updates: updates.port,
    },
  })

  /** Ends everything but the process. */
  const close = once(async () => {
    // From here on the end has been decided: an updater quits through the same event as anyone else.
    app.off('before-quit', quitting.beforeQuit)
    for (const stop of [stopWatching, ...stopTelling, updates.stop, hotkeys.stop, tray.stop]) stop()
    await windows.stop()
    await cuelight.close()
  })
  const closed = () => closedInTime(close, clock, log)
  const end = () => void closed().then(() => app.exit())
  process.on('SIGINT', end)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, quitting.signalled)
  app.on('before-quit', quitting.beforeQuit)
  app.on('activate', () => windows.show('main'))
  early.follow((link) => void links.open(link))

  const { wasOpenedAtLogin: openedAtLogin } = app.getLoginItemSettings()
  if (!startsHidden({ hidden: options.hidden, startHidden: settings.startHidden, openedAtLogin }))
    windows.show('main')
  else leaveDock()
  if (options.link !== null) void links.open(options.link)
  await command.look()
  await cuelight.start(end)
}

/** All other surfaces besides windows and hotkeys: tray, notifications, links. Also keeps the computer awake. */
function createSurfaces(
  { core, clock, log }: App,
  windows: Windows,
  hotkeys: Hotkeys,
  quitting: Quitting,
  onWayland: boolean,
) {
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
  const tray = createTray({ ...around, onAnswer: hotkeys.flash, iconsDir: beside('../../build/icons/tray') })
  const stopAwaiting = awaitTray(tray, clock, {
    missing() {
      core.notice('noTray', '')
      windows.stayReachable()
    },
    came() {
      core.withdraw('noTray')
      windows.trayCame()
    },
  })
  const outcome = (failed: string | null): void => {
    if (failed !== null) log(`a notification could not be shown: ${failed}`)
    changeDesktop(core.store, { notifications: { failed } })
  }
  const stopTelling = [
    createNotifier({ ...around, show: showNotification(outcome) }),
    onWayland ? answerByNotification(core.store, showAnswer(outcome)) : () => {},
    keepAwake(core.store, powerSaveBlocker),
    stopAwaiting,
  ]
  return { tray, links: createLinks(links), stopTelling }
}

/** The only way to quit. @param end ends everything without asking */
function createWayOut({ core, clock, log }: App, windows: Windows, end: () => void): Quitting {
  return createQuitting({
    ...{ clock, act: dispatchAs(core, 'window'), askPlainly, log, end },
    ask: () => windows.show('main', QUIT_PLACE),
    canAnswer: () => windows.speaks('main'),
    asksFirst: process.platform === 'darwin',
    isNeeded: () => isNeeded(core.store.get()),
    systemEnds() {
      core.systemEnds()
      windows.allowClosing()
    },
  })
}

/** Starting at login; its current state is shown in the app state. */
function createAutostart(core: App['core'], dataDir: string) {
  const login = createLogin({
    ...{ platform: process.platform, app, isPackaged: app.isPackaged, isAstray: isAstray() },
    autostart: autostartPath(),
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

/** The doctor's checks, for what exists here. */
function triesOf(
  { core, clock, dataDir }: App,
  around: {
    onWayland: boolean
    windows: Windows
    tray: ReturnType<typeof createTray>
    autostart: ReturnType<typeof createAutostart>
    cli: readonly string[]
  },
): Tries {
  const { windows, tray, autostart, onWayland, cli } = around
  const state = core.store.get
  return {
    phones: async () => judgePhones((await core.query('phones', {})).value, clock.now()),
    ...tryProcesses({
      clock,
      dataDir,
      keychain: keychainProcess,
      cli,
      installed: () => state().desktop?.command ?? null,
    }),
    versions: () => tries.tryVersions(process.versions, app.commandLine.getSwitchValue('ozone-platform')),
    sandbox: () => tries.trySandbox(process.argv),
    folders: () => tries.tryFolders(dataDir),
    page: () => tries.tryPage(clock, () => windows.speaks('overlay')),
    tray: () => tries.tryTray(tray),
    async keys() {
      const isKnownToPortal = tries.isInstalledForPortal(process.env)
      return tries.tryKeys(state().desktop, { isKnownToPortal, othersRun: await tries.othersRun(dataDir, clock) })
    },
    answers: () => tries.tryAnswers(clock, windows.overlay(), { onWayland, isBusy: mustStayAwake(state()) }),
    notifications: () => tries.tryNotifications(clock),
    links: tries.tryLinks,
    login: () => tryLogin(autostart),
    timers: () => tries.tryTimers(clock),
  }
}

/** The `cuelight` command for terminals: installs it, and shows where it is in the app state. */
async function createCommand(core: App['core']) {
  const place = {
    ...{ platform: process.platform, env: process.env, home: homedir(), isAstray: isAstray() },
    ...{ localBinIsOurs: await isOurs('/usr/local/bin'), program: commandProgram(process, beside('.')) },
  }
  async function look(): Promise<void> {
    const command = await installedCommand(place, disk)
    changeDesktop(core.store, { command })
  }
  return {
    look,
    program: place.program,
    async install() {
      const installed = await installCommand(place, disk)
      await look()
      return installed
    },
  }
}

/** Only the packaged app of macOS can be: everywhere else a program runs from where it is. */
const isAstray = (): boolean => process.platform === 'darwin' && app.isPackaged && !app.isInApplicationsFolder()

/** May this user write there? */
function isOurs(dir: string): Promise<boolean> {
  return disk.access(dir, disk.constants.W_OK).then(
    () => true,
    () => false,
  )
}
