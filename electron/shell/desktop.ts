/** The entry of the desktop app. Wiring only. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, Notification } from 'electron'
import { STARTING_WORDS } from '../../shared/words/cli/programs.ts'
import { ownArguments, requestedEntry } from '../app/arguments.ts'
import { keyInFile, keyOfRun, readOptions, type StartOptions, withoutChromiumSwitches } from '../app/options.ts'
import { openOrShow, reportNotStarted, showRunning } from '../app/secondStart.ts'
import { systemClock } from '../util/time.ts'
import { createDesktop } from './createDesktop.ts'
import { doctorOptions, reportThisComputer } from './doctor/alone.ts'
import { createEarlyLinks } from './earlyLinks.ts'
import { isOnWayland } from './hotkeys/hotkeys.ts'
import { keychainProcess } from './keychainProcess.ts'
import { putDesktopFile } from './system/desktopFile.ts'
import { createFaults } from './system/faults.ts'
import { handForeground } from './system/foreground.ts'
import { ofThisRun, relaunchAtEnd } from './system/relaunch.ts'
import { sessionFolder } from './system/sessionFolder.ts'
import { identifyOnWindows, type OwnShortcut } from './system/windowsIdentity.ts'
import { registerScheme, stayWithoutWindows } from './windows/windows.ts'

ofThisRun.key = keyOfRun()
const faults = createFaults({
  ...{ now: systemClock.now, env: process.env, exit: (code) => app.exit(code) },
  log: (line) => logOf(line),
  relaunch: relaunchAtEnd,
})
process.on('uncaughtException', faults.onFault)
process.on('unhandledRejection', faults.onFault)
// The reader of our output may be gone: that is not a fault, and the log has the output too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const links = createEarlyLinks()
app.on('open-url', links.onOpenUrl)
/** Where faults are logged: the console until the log is open. */
let logOf: (line: string) => void = console.error
/** What our notifications need on Windows if this Cuelight is not installed. */
let shortcut: OwnShortcut | null = null

const args = ownArguments()
const isDoctor = requestedEntry() === 'doctor'
const { ours, foreign } = withoutChromiumSwitches(args)
const options = readOptions(isDoctor ? doctorOptions(args) : ours)
if (!isDoctor && foreign.length > 0) console.error(STARTING_WORDS.leftToChromium(foreign.join(' ')))

if ('print' in options) {
  console.error(options.print)
  app.exit(options.exitCode)
} else {
  app.setPath('userData', join(options.dataDir, 'chromium'))
  const session = sessionFolder(options.dataDir)
  if (session !== null) app.setPath('sessionData', session)
  if (process.platform === 'win32') {
    const { execPath, env } = process
    shortcut = identifyOnWindows(app, { execPath, env, isPackaged: app.isPackaged })
  }
  registerScheme()
  stayWithoutWindows()
  // Before Electron is ready: a second Electron would open the folder that the first one has open, and keep the user
  // waiting.
  if (await showRunning(options, showPanel, { patient: true, atOnce: true, met: () => handForeground(app) })) leave()
  // Not awaited: Electron only gets ready after this module has been evaluated.
  else
    app
      .whenReady()
      .then(() => run(options))
      .catch((error: unknown) => {
        reportNotStarted(error)
        app.exit(1)
      })
}

function showPanel(address: string): void {
  console.log(`Panel: ${address}`)
}

function leave(): void {
  app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
}

async function run(options: StartOptions): Promise<void> {
  if (process.platform === 'linux')
    await introduceToDesktop().catch((error) => logOf(`the desktop file was not written: ${error}`))
  ofThisRun.key = (await keyInFile(options.keyFile)) ?? ofThisRun.key
  const cuelight = await openOrShow(options, ofThisRun.key, keychainProcess, showPanel)
  if (cuelight) {
    handForeground(app)
    logOf = cuelight.log
    shortcut?.write(Notification)
    // The doctor may run beside another Cuelight, which goes on using its own.
    process.once('exit', () => shortcut?.remove(cuelight.log, isDoctor ? 'keepFormer' : 'keepNone'))
    if (faults.isRestarted) cuelight.core.notice('restarted', '')
    const started = faults.isRestarted ? { ...options, hidden: true, link: null } : options
    await createDesktop(cuelight, started, links)
    if (isDoctor) await reportThisComputer(cuelight, args.includes('--json'))
    return
  }
  leave()
}

/**
 * Makes a Cuelight that no package installed known to the desktop, which finds the program for our links only by a
 * desktop file.
 */
async function introduceToDesktop(): Promise<void> {
  const { APPIMAGE } = process.env
  const isWanted =
    Boolean(APPIMAGE) || isOnWayland('linux', process.env, app.commandLine.getSwitchValue('ozone-platform'))
  const picture = fileURLToPath(new URL('../../build/icons/app.png', import.meta.url))
  const isOurs = await putDesktopFile(process, picture, isWanted)
  if (isOurs && !app.isDefaultProtocolClient('cuelight')) app.setAsDefaultProtocolClient('cuelight')
}
