/**
 * Writes our desktop file if no package has installed one (an AppImage, a checkout): without it the Wayland portal
 * gives no keys, and our links open nothing (electron 45: docs/api/app.md, `setDesktopName`).
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { DESKTOP_ID } from '../../../shared/settings/appIds.ts'
import { againArguments, lastingProgram, type Started } from '../../app/arguments.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { execLine } from './login.ts'

type Program = Started & Pick<NodeJS.Process, 'execPath' | 'env'>

const ownData = (env: NodeJS.ProcessEnv): string => env.XDG_DATA_HOME || join(homedir(), '.local/share')

/** Where a desktop file of ours may be, with this user's own path first. */
export function desktopFiles(env: NodeJS.ProcessEnv): string[] {
  const own = ownData(env)
  const dirs = [own, ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':')]
  return dirs.map((dir) => join(dir, 'applications', `${DESKTOP_ID}.desktop`))
}

/**
 * Our icon, in the theme that every other theme falls back to (freedesktop.org, Icon Theme Specification), and in the
 * largest size that this theme lists. The desktop file names it by its path: a theme with a cache shows no new icon.
 */
const iconFile = (env: NodeJS.ProcessEnv): string =>
  join(ownData(env), 'icons/hicolor/512x512/apps', `${DESKTOP_ID}.png`)

/** Identifies a file of ours: any other file is left unchanged. */
const MARKER = 'Comment=Written by Cuelight'

/**
 * A link is passed after `--`, so that nothing in it is read as a switch. Under Wayland a window has no icon of its own
 * but that of its desktop file.
 */
export function desktopEntry(started: Program): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Cuelight',
    MARKER,
    `Exec=${execLine([lastingProgram(started), ...againArguments(started)])} -- %u`,
    // As the key is a string, a backslash begins an escape.
    `Icon=${iconFile(started.env).replaceAll('\\', '\\\\')}`,
    `StartupWMClass=${DESKTOP_ID}`,
    'MimeType=x-scheme-handler/cuelight;',
    'Terminal=false',
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Writes the file and its icon, unless they exist already or a package installed one. In that case ours are removed: the
 * file would take precedence, and start a program that may no longer exist. Rejects if the disk refuses.
 *
 * @param picture the path of our icon
 * @param isWanted false: only removes a file that must not stay
 * @returns is a current file of ours in place now?
 */
export async function putDesktopFile(started: Program, picture: string, isWanted: boolean): Promise<boolean> {
  const icon = iconFile(started.env)
  const [own = '', ...installed] = desktopFiles(started.env)
  const there = readTextIfAny(own)
  const isOurs = there === null || there.includes(MARKER)
  if (installed.some((path) => existsSync(path))) {
    if (there !== null && isOurs) for (const path of [own, icon]) rmSync(path, { force: true })
    return false
  }
  const wanted = desktopEntry(started)
  if (!isWanted || !isOurs) return false
  putIcon(icon, picture)
  if (there === wanted) return true
  mkdirSync(dirname(own), { recursive: true })
  await writeFileAtomic(own, wanted)
  return true
}

/** Without it the windows have a generic icon, and everything else works: so it stops nothing. */
function putIcon(path: string, picture: string): void {
  try {
    if (existsSync(path)) return
    mkdirSync(dirname(path), { recursive: true })
    copyFileSync(picture, path)
  } catch {
    // The disk that refuses this refuses the file too, and that is reported.
  }
}
