/** What the doctor tries of the desktop. Thin where it asks Electron; what follows from an answer is decided here. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, Notification, screen } from 'electron'
import { type Found, found } from '../../../shared/doctor.ts'
import { DESKTOP_ID } from '../../../shared/settings/appIds.ts'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { DOCTOR_WORDS } from '../../../shared/words/doctor.ts'
import { listed } from '../../../shared/words/format.ts'
import { sleep } from '../../util/time.ts'
import { desktopFiles } from '../system/desktopFile.ts'
import { hasOurIcon, judgeTray } from '../tray/host.ts'
import type { Place } from '../windows/geometry.ts'

/** Node's SQLite is part of it from then on. */
const LEAST_NODE = 24

export function tryVersions({ electron, chrome, node }: NodeJS.ProcessVersions, ozone: string): Found {
  const known = Object.entries({ Electron: electron, Chromium: chrome, Node: node, Ozone: ozone || undefined })
  const detail = known.flatMap(([name, version]) => (version === undefined ? [] : [`${name} ${version}`])).join(', ')
  return found(Number.parseInt(node, 10) >= LEAST_NODE ? 'works' : 'doesNot', detail)
}

export const trySandbox = (argv: readonly string[]): Found =>
  found(argv.some((arg) => ['--no-sandbox', '--disable-setuid-sandbox'].includes(arg)) ? 'doesNot' : 'works')

/** Files that Chromium puts into its own folder, and nowhere else if that was said in time. */
const CHROMIUMS = ['Local State', 'Preferences', 'Cache', 'Cookies', 'GPUCache', 'Network']

export function tryFolders(dataDir: string): Found {
  const astray = readdirSync(dataDir).filter((name) => CHROMIUMS.includes(name))
  if (astray.length > 0) return found('doesNot', listed(astray))
  return found(app.getPath('userData') === join(dataDir, 'chromium') ? 'works' : 'doesNot')
}

/** It has spoken to us: so it was loaded by our own scheme, its script ran under its policy, and the preload script did. */
export async function tryPage(clock: Clock, speaks: () => boolean): Promise<Found> {
  const giveUp = clock.monotonic() + PAGE_MS
  while (!speaks() && clock.monotonic() < giveUp) await sleep(clock, LOOK_AGAIN_MS)
  return found(speaks() ? 'works' : 'doesNot')
}

const PAGE_MS = 10_000
const LOOK_AGAIN_MS = 100

/** @param tray ours; Linux tells no places of icons (docs/api/tray.md, `getBounds`) */
export async function tryTray(tray: { shown: Promise<boolean | null>; place(): Place | null }): Promise<Found> {
  const isLinux = process.platform === 'linux'
  const shown = await tray.shown
  return judgeTray(shown, {
    ours: isLinux && shown ? await hasOurIcon() : null,
    place: isLinux ? null : tray.place(),
    displays: screen.getAllDisplays().map(({ bounds }) => bounds),
  })
}

/** How the keys stand that are asked for; the portal proves none before it was pressed. */
export function tryKeys(desktop: Pick<DesktopState, 'hotkeys' | 'keys'> | null, isKnownToPortal: boolean): Found {
  if (!desktop) return found('doesNot')
  const { hotkeys, keys } = desktop
  const asked = Object.values(hotkeys).filter(({ accelerator }) => accelerator !== null)
  const bad = asked.filter(({ status }) => !['registered', 'portal', 'paused'].includes(status))
  if (bad.length > 0) return found('doesNot', listed(bad.map(({ accelerator }) => accelerator ?? '')))
  if (keys.way === 'grab') return found('works')
  if (!isKnownToPortal) return found('doesNot', `${DESKTOP_ID}.desktop`)
  return found(asked.some(({ provenAt }) => provenAt !== null) ? 'works' : 'cannotTell')
}

/** Is a desktop file of our name installed? The portal gives keys to no other program. */
export const isInstalledForPortal = (env: NodeJS.ProcessEnv): boolean =>
  desktopFiles(env).some((path) => existsSync(path))

/**
 * Shows the overlay for a moment: whoever has the keyboard must keep it.
 *
 * @param isBusy something is on air or armed: nothing is shown then
 */
export async function tryAnswers(
  clock: Clock,
  overlay: BrowserWindow | undefined,
  { onWayland, isBusy }: { onWayland: boolean; isBusy: boolean },
): Promise<Found> {
  // There notifications answer: whether they come is seen by one.
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

/** Shows one, and waits for the system to say that it did. */
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

/** Windows is asked for the program: the whole line, as Electron compares it, has the `--` that our installer writes. */
export async function tryLinks(platform: NodeJS.Platform = process.platform): Promise<Found> {
  if (platform !== 'win32') return found(app.isDefaultProtocolClient('cuelight') ? 'works' : 'doesNot')
  const { path } = await app.getApplicationInfoForProtocol('cuelight://').catch(() => ({ path: '' }))
  return found(path.toLowerCase() === process.execPath.toLowerCase() ? 'works' : 'doesNot', path)
}

interface Login {
  read(): { enabled: boolean | null; about: string | null }
  set(on: boolean): Promise<void>
}

/** Turned on and off again, where it is off. What is refused rejects. */
export async function tryLogin(login: Login): Promise<Found> {
  const { enabled, about } = login.read()
  if (enabled) return found('works')
  if (about !== null) return found('doesNot', about)
  await login.set(true)
  await login.set(false)
  return found('works')
}

/** Ticks for a while and measures by how much each was late: a system puts most of them off, a busy computer some. */
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
