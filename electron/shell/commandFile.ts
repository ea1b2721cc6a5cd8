/** Puts the `cuelight` command where it belongs, and tells where it stands. Another's file is never touched. */
import { randomUUID } from 'node:crypto'
import type * as files from 'node:fs/promises'
import { INSTALL_WORDS } from '../../shared/words/installing.ts'
import { Refused } from '../core/commands/context.ts'
import { type CommandPlace, type InstallPlan, pathOf, planInstall } from './installCommand.ts'

/** The parts of Node's files that are needed. */
export type CommandFiles = Pick<typeof files, 'lstat' | 'readFile' | 'writeFile' | 'mkdir' | 'rename' | 'rm'>

/** What stands at a path: nothing, a launcher of ours (its text), or anything else. */
type Standing = { there: 'nothing' } | { there: 'ours'; content: string } | { there: 'other' }

/** Everybody may run it, only its user may change it. */
const MODE = 0o755

/**
 * Writes the command, whole or not at all. Throws `Refused` where another file stands or the system says no; then all is
 * as it was.
 */
export async function installCommand(
  place: CommandPlace,
  disk: CommandFiles,
): Promise<{ path: string; about: string | null }> {
  const plan = planInstall(place)
  const standing = await standingAt(plan.path, disk)
  if (standing.there === 'other') throw new Refused({ reason: 'desktop', message: INSTALL_WORDS.notOurs(plan.path) })
  await write(plan, pathOf(place.platform).dirname(plan.path), disk)
  return { path: plan.path, about: plan.about }
}

/** Beside it first, then in its place: a link that stands there is replaced, not followed. */
async function write({ path, content }: InstallPlan, dir: string, disk: CommandFiles): Promise<void> {
  const beside = `${path}.${randomUUID()}`
  try {
    await disk.mkdir(dir, { recursive: true })
    await disk.writeFile(beside, content, { mode: MODE, flag: 'wx' })
    await disk.rename(beside, path)
  } catch (error) {
    await disk.rm(beside, { force: true }).catch(() => {})
    const why = error instanceof Error ? error.message : String(error)
    throw new Refused({ reason: 'desktop', message: INSTALL_WORDS.notWritten(path, why) })
  }
}

/**
 * Where a terminal finds our command, as far as our own PATH tells; null: nowhere. `about`: what is wrong with it, or left
 * to do by hand. Where another program of that name comes first, that is what counts.
 */
export async function installedCommand(
  place: CommandPlace,
  disk: CommandFiles,
): Promise<{ path: string | null; about: string | null }> {
  const plan = planInstall(place)
  const { join, delimiter, basename } = pathOf(place.platform)
  const dirs = (place.env.PATH ?? place.env.Path ?? '').split(delimiter).filter((dir) => dir !== '')
  for (const path of [...dirs.map((dir) => join(dir, basename(plan.path))), plan.path]) {
    const standing = await standingAt(path, disk)
    if (standing.there === 'other') return { path: null, about: INSTALL_WORDS.shadowed(path) }
    if (standing.there === 'ours') return { path, about: aboutOf(path, standing.content, plan) }
  }
  return { path: null, about: null }
}

/** One that the installer brought is none of ours to compare: it finds its Cuelight by itself. */
function aboutOf(path: string, content: string, plan: InstallPlan): string | null {
  if (path !== plan.path) return null
  return content === plan.content ? plan.about : INSTALL_WORDS.otherCopy
}

async function standingAt(path: string, disk: CommandFiles): Promise<Standing> {
  try {
    await disk.lstat(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return { there: code === 'ENOENT' || code === 'ENOTDIR' ? 'nothing' : 'other' }
  }
  // A folder, a dead link, a file we may not read: not ours, whatever it is.
  const content = await disk.readFile(path, 'utf8').catch(() => '')
  return content.includes(INSTALL_WORDS.marker) ? { there: 'ours', content } : { there: 'other' }
}
