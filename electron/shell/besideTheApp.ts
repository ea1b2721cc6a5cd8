/**
 * What a process of this program does on macOS that is not the app: the studio, and a `cuelight` command that lasts.
 *
 * To macOS it is a second Cuelight all the same: Electron creates its NSApplication before any JavaScript, which
 * checks the process in with Launch Services under our bundle (electron 45: shell/app/electron_main_delegate_mac.mm,
 * `RegisterAtomCrApp`). A click on the app's icon or on a link may then be sent to it, and so is the system's request
 * to quit at logout. If nothing answers, macOS says that Cuelight is not responding. Only a ready Electron answers.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { App } from 'electron'
import { againArguments } from '../app/arguments.ts'
import { sleep, systemClock } from '../util/time.ts'

/** What is used of Electron's `app`. */
type Asked = Pick<App, 'setActivationPolicy' | 'setPath' | 'commandLine' | 'exit'> & {
  on(event: 'activate', listener: () => void): unknown
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  on(event: 'open-url', listener: (event: { preventDefault(): void }, link: string) => void): unknown
}

/** Ms after which a process counts as one that lasts: a command that is done sooner never loads Chromium. */
const LASTING_MS = 2_000

/** The exit code of a command that was stopped from outside, as of a shell after Ctrl+C. */
const STOPPED = 130

const REAL = { start: startProgram, clock: systemClock, log: (line: string) => console.error(line) }

/**
 * Keeps a process out of the Dock at once. Resolves when Electron may get ready, which it only does once the program's
 * module has been evaluated; it then answers the system and starts the app in its place. Never rejects: Electron would
 * hold up the process with a box, and a studio may be on air.
 *
 * @param around `start` runs a program and does not wait for it
 */
export async function answerForTheApp(app: Asked, { start, clock, log } = REAL): Promise<void> {
  app.setActivationPolicy('prohibited')
  app.on('activate', () => start('open', openArguments(null)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    start('open', openArguments(link))
  })
  // When Electron gets ready it takes signals over, in place of the listeners that were there before
  // (electron 45: shell/browser/electron_browser_main_parts_posix.cc, `InstallShutdownSignalHandlers`).
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (!process.emit('SIGTERM', 'SIGTERM')) app.exit(STOPPED)
  })
  // A session without a screen, in which Chromium may not start at all, and nobody clicks on anything.
  if (process.env.SSH_CONNECTION) return NEVER
  await sleep(clock, LASTING_MS)
  try {
    // By default it would be the folder of the app, which another process has open.
    app.setPath('userData', ownFolder(log))
    // It shows nothing (content/public/common/content_switches.cc, `kDisableGpuProcessPrelaunch`).
    app.commandLine.appendSwitch('disable-gpu-process-prelaunch')
  } catch (error) {
    log(`a click on Cuelight's icon may not be answered for now: ${error}`)
    return NEVER
  }
}

/** Then Electron does not get ready, and the process does everything else. */
const NEVER = new Promise<void>(() => {})

/** A folder for what Chromium keeps, removed at the end. Throws if the disk refuses. */
function ownFolder(log: (line: string) => void): string {
  const own = mkdtempSync(join(tmpdir(), 'cuelight-'))
  process.once('exit', () => {
    try {
      rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    } catch (error) {
      log(`${own} was not removed: ${error}`)
    }
  })
  return own
}

/**
 * Starts the app as a click on its icon would if nothing of it ran. `-n`, because otherwise the request would be sent
 * to this process again; if the app does run, the new one brings it to the front.
 */
function openArguments(link: string | null): string[] {
  const bundle = resolve(process.execPath, '../../..')
  const args = [...againArguments(), ...(link === null ? [] : ['--', link])]
  return ['-n', bundle, ...(args.length > 0 ? ['--args', ...args] : [])]
}

function startProgram(program: string, args: readonly string[]): void {
  spawn(program, args, { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}
