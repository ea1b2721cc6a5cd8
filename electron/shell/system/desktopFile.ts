/**
 * Our desktop file where no package has installed one (an AppImage, a checkout): without it the portal of Wayland gives no
 * keys, and links of ours open nothing (electron 45: docs/api/app.md, `setDesktopName`).
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { DESKTOP_ID } from '../../../shared/settings/appIds.ts'
import { againArguments, lastingProgram, type Started } from '../../app/arguments.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { execLine } from './login.ts'

type Program = Started & Pick<NodeJS.Process, 'execPath' | 'env'>

/** Where desktop files of ours may stand: this user's own first. */
export function desktopFiles(env: NodeJS.ProcessEnv): string[] {
  const own = env.XDG_DATA_HOME || join(homedir(), '.local/share')
  const dirs = [own, ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':')]
  return dirs.map((dir) => join(dir, 'applications', `${DESKTOP_ID}.desktop`))
}

/** By it a file of ours is known again: another's is left alone. */
const MARKER = 'Comment=Written by Cuelight'

/** A link is handed over behind `--`: nothing of it is read as a switch. */
export function desktopEntry(started: Program): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Cuelight',
    MARKER,
    `Exec=${execLine([lastingProgram(started), ...againArguments(started)])} -- %u`,
    `StartupWMClass=${DESKTOP_ID}`,
    'MimeType=x-scheme-handler/cuelight;',
    'Terminal=false',
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Puts it there, unless a package did or it is there already. Where a package did, ours would stand before that one, and
 * start what may be gone by now: it goes. Rejects where the disk says no.
 *
 * @param isWanted false: only what must not stay is taken away
 * @returns does one of ours stand there now, as it is to be?
 */
export async function putDesktopFile(started: Program, isWanted: boolean): Promise<boolean> {
  const [own = '', ...installed] = desktopFiles(started.env)
  const there = readTextIfAny(own)
  const isOurs = there === null || there.includes(MARKER)
  if (installed.some((path) => existsSync(path))) {
    if (there !== null && isOurs) rmSync(own)
    return false
  }
  const wanted = desktopEntry(started)
  if (!isWanted || !isOurs) return false
  if (there === wanted) return true
  mkdirSync(dirname(own), { recursive: true })
  await writeFileAtomic(own, wanted)
  return true
}
