/** The doctor's checks of the desktop: a thin layer over Electron, and the conclusions from its results. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, Notification, screen } from 'electron'
import { type Found, found } from '../../../shared/doctor.ts'
import { DESKTOP_ID } from '../../../shared/settings/appIds.ts'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { DOCTOR_WORDS } from '../../../shared/words/cli/doctor.ts'
import { listed } from '../../../shared/words/format.ts'
import { socketPath } from '../../core/bridge/socket.ts'
import { connectProgram } from '../../core/bridge/socketClient.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'
import { sleep } from '../../util/time.ts'
import { desktopFiles } from '../system/desktopFile.ts'
import { hasOurIcon, judgeTray } from '../tray/host.ts'
import type { Place } from '../windows/geometry.ts'

/** From this version on, Node includes SQLite. */
const LEAST_NODE = 24

export function tryVersions({ electron, chrome, node }: NodeJS.ProcessVersions, ozone: string): Found {
  const known = Object.entries({ Electron: electron, Chromium: chrome, Node: node, Ozone: ozone || undefined })
  const detail = known.flatMap(([name, version]) => (version === undefined ? [] : [`${name} ${version}`])).join(', ')
  return found(Number.parseInt(node, 10) >= LEAST_NODE ? 'works' : 'doesNot', detail)
}

export const trySandbox = (argv: readonly string[]): Found =>
  found(argv.some((arg) => ['--no-sandbox', '--disable-setuid-sandbox'].includes(arg)) ? 'doesNot' : 'works')

/** Files that Chromium creates in its own folder, and nowhere else if that folder was set in time. */
const CHROMIUMS = ['Local State', 'Preferences', 'Cache', 'Cookies', 'GPUCache', 'Network']

export function tryFolders(dataDir: string): Found {
  const astray = readdirSync(dataDir).filter((name) => CHROMIUMS.includes(name))
  if (astray.length > 0) return found('doesNot', listed(astray))
  return found(app.getPath('userData') === join(dataDir, 'chromium') ? 'works' : 'doesNot')
}

/**
 * The page has sent us something: so our own scheme loaded it, its script ran under its policy, and the preload script
 * ran.
 */
export async function tryPage(clock: Clock, speaks: () => boolean): Promise<Found> {
  const giveUp = clock.monotonic() + PAGE_MS
  while (!speaks() && clock.monotonic() < giveUp) await sleep(clock, LOOK_AGAIN_MS)
  return found(speaks() ? 'works' : 'doesNot')
}

const PAGE_MS = 10_000
const LOOK_AGAIN_MS = 100

/** @param tray ours; Linux does not report where icons are (docs/api/tray.md, `getBounds`) */
export async function tryTray(tray: { shown: Promise<boolean | null>; place(): Place | null }): Promise<Found> {
  const isLinux = process.platform === 'linux'
  const shown = await tray.shown
  return judgeTray(shown, {
    ours: isLinux && shown ? await hasOurIcon() : null,
    place: isLinux ? null : tray.place(),
    displays: screen.getAllDisplays().map(({ bounds }) => bounds),
  })
}

/**
 * The state of the assigned keys; with the portal, a key is only proven once it was pressed.
 *
 * @param othersRun another Cuelight of this user runs: it has the keys, as it should
 */
export function tryKeys(
  desktop: Pick<DesktopState, 'hotkeys' | 'keys'> | null,
  { isKnownToPortal, othersRun }: { isKnownToPortal: boolean; othersRun: boolean },
): Found {
  if (!desktop) return found('doesNot')
  const { hotkeys, keys } = desktop
  const asked = Object.values(hotkeys).filter(({ accelerator }) => accelerator !== null)
  const bad = asked.filter(({ status }) => !['registered', 'portal', 'paused'].includes(status))
  const keysOf = (entries: typeof bad) => listed(entries.map(({ accelerator }) => accelerator ?? ''))
  if (bad.length > 0)
    return othersRun ? found('cannotTell', DOCTOR_WORDS.heldByOther(keysOf(bad))) : found('doesNot', keysOf(bad))
  if (keys.way === 'grab') return found('works')
  if (!isKnownToPortal) return found('doesNot', `${DESKTOP_ID}.desktop`)
  return found(asked.some(({ provenAt }) => provenAt !== null) ? 'works' : 'cannotTell')
}

/** Does another Cuelight run, on the user's own data? @param dataDir ours: that of the doctor, for one */
export async function othersRun(dataDir: string, clock: Clock): Promise<boolean> {
  const own = defaultDataDir('cuelight')
  if (dataDir === own) return false
  const client = await connectProgram(socketPath(own), clock).catch(() => null)
  client?.close()
  return client !== null
}

/** Is a desktop file with our name installed? The portal gives keys to no other program. */
export const isInstalledForPortal = (env: NodeJS.ProcessEnv): boolean =>
  desktopFiles(env).some((path) => existsSync(path))

/**
 * Shows the overlay for a moment: the window with the keyboard focus must keep it.
 *
 * @param isBusy something is on air or armed: nothing is shown then
 */
export async function tryAnswers(
  clock: Clock,
  overlay: BrowserWindow | undefined,
  { onWayland, isBusy }: { onWayland: boolean; isBusy: boolean },
): Promise<Found> {
  // On Wayland, notifications show the outcome of a key press, so this tries one.
  if (onWayland) return tryNotifications(clock)
  if (isBusy) return found('cannotTell', DOCTOR_WORDS.onAir)
  if (!overlay) return found('doesNot')
  const before = BrowserWindow.getFocusedWindow()
  overlay.showInactive()
  await sleep(clock, SHOWN_MS)
  const took = overlay.isFocused() || BrowserWindow.getFocusedWindow() !== before
  overlay.hide()
  return found(took ? 'doesNot' : 'works')
}

const SHOWN_MS = 300

/** Shows a notification, and waits for the system to confirm it. */
export async function tryNotifications(clock: Clock): Promise<Found> {
  if (!Notification.isSupported()) return found('doesNot')
  const notification = new Notification({
    title: DOCTOR_WORDS.notification,
    body: DOCTOR_WORDS.notificationMore,
    silent: true,
  })
  const answer = new Promise<Found>((resolve) => {
    notification.once('show', () => resolve(found('works')))
    notification.once('failed', (_event, error) => resolve(found('doesNot', error)))
    clock.after(NOTIFIED_MS, () => resolve(found('cannotTell')))
  })
  notification.show()
  return answer.finally(() => notification.close())
}

const NOTIFIED_MS = 3_000

/**
 * Windows is asked for the program only: Electron would compare the whole command line, which has the `--` from our
 * installer.
 */
export async function tryLinks(platform: NodeJS.Platform = process.platform): Promise<Found> {
  if (platform !== 'win32') return found(app.isDefaultProtocolClient('cuelight') ? 'works' : 'doesNot')
  const { path } = await app.getApplicationInfoForProtocol('cuelight://').catch(() => ({ path: '' }))
  return found(path.toLowerCase() === process.execPath.toLowerCase() ? 'works' : 'doesNot', path)
}

/**
 * Measures how late timers are, over a while: a system that throttles us delays most of them, a busy computer only
 * some.
 */
export async function tryTimers(clock: Clock): Promise<Found> {
  const late: number[] = []
  let last = clock.monotonic()
  for (const end = last + TIMED_MS; last < end; ) {
    await sleep(clock, TICK_MS)
    const now = clock.monotonic()
    late.push(now - last - TICK_MS)
    last = now
  }
  const median = late.toSorted((one, other) => one - other)[Math.floor(late.length / 2)] ?? 0
  return found(median < PUT_OFF_MS ? 'works' : 'doesNot', `${Math.round(median)} ms`)
}

const TIMED_MS = 3_000
const TICK_MS = 100
const PUT_OFF_MS = 1_000
