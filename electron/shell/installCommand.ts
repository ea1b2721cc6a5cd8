/** The `cuelight` command for terminals: its path, its content, and its installation. */

import { randomUUID } from 'node:crypto'
import type * as files from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { DesktopState } from '../../shared/settings/desktop.ts'
import { INSTALL_WORDS } from '../../shared/words/desktop/updates.ts'
import { lastingProgram } from '../app/arguments.ts'
import { Refused } from '../core/commands/ports.ts'

/** What the plan depends on. */
export interface CommandPlace {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
  /** The program and its first arguments that run our command line (`commandProgram`). */
  program: readonly string[]
  /** May this user write to /usr/local/bin? Only checked for macOS, where every terminal has it on its PATH. */
  localBinIsOurs: boolean
  /**
   * Does the app run from where it will not be found again? macOS runs an app that was not moved since it was downloaded
   * from a random path (Apple: "Gatekeeper path randomization").
   */
  isAstray?: boolean
}

/** How we were started, as far as it determines our command line. */
type StartedAs = Pick<NodeJS.Process, 'versions' | 'execPath' | 'env' | 'platform'> & { defaultApp?: boolean }

/**
 * What runs our command line: this executable if packaged; from a checkout, its bundle with the Node from the packages.
 * An AppImage and a portable program run from a temporary place, so their own file is named. On macOS it is the launcher
 * in the app, which says why the system ended the program.
 *
 * @param mainDir the folder of the main side's bundles: `.dist/main` of a checkout
 */
export function commandProgram(
  { versions, execPath, defaultApp, env, platform }: StartedAs,
  mainDir: string,
): string[] {
  const { join } = pathOf(platform)
  if (versions.electron !== undefined && !defaultApp) {
    if (platform === 'darwin') return [join(execPath, '../../Resources/bin/cuelight')]
    return [lastingProgram({ env, execPath }), '--cli', '--']
  }
  const node = join(mainDir, '../../node_modules/node/bin', platform === 'win32' ? 'node.exe' : 'node')
  return [node, join(mainDir, 'cli.mjs')]
}

type InstallPlan = ReturnType<typeof planInstall>

/** The path of the command on this system and its content. `about`: what the user still has to do. Pure. */
export function planInstall(place: CommandPlace) {
  const { platform, env, home, program } = place
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local')
    // On every user's PATH since Windows 10.
    const path = win32.join(local, 'Microsoft', 'WindowsApps', 'cuelight.cmd')
    return { path, content: batchScript(program, local), about: null }
  }
  const content = shellScript(program)
  if (platform === 'darwin' && place.localBinIsOurs) return { path: '/usr/local/bin/cuelight', content, about: null }
  const dir = posix.join(home, '.local/bin')
  const found = (env.PATH ?? '').split(':').includes(dir)
  const profile = platform === 'darwin' ? '~/.zprofile' : '~/.profile'
  const about = found ? null : INSTALL_WORDS.addToPath('export PATH="$HOME/.local/bin:$PATH"', profile)
  return { path: posix.join(dir, 'cuelight'), content, about }
}

function shellScript(program: readonly string[]): string {
  const quoted = program.map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`)
  return `#!/bin/sh\n# ${INSTALL_WORDS.marker}\nexec ${quoted.join(' ')} "$@"\n`
}

/**
 * The last line passes on the exit code: a batch file waits for the program, even for one with windows. The console reads
 * the file in its own code page, so a path below the user's folder does not spell out the user's name.
 */
function batchScript(program: readonly string[], local: string): string {
  const isLocal = (part: string) => part.toLowerCase().startsWith(`${local.toLowerCase()}\\`)
  const escaped = (part: string) => part.replaceAll('%', '%%')
  const placed = (part: string) =>
    isLocal(part) ? `%LOCALAPPDATA%${escaped(part.slice(local.length))}` : escaped(part)
  const line = `${program.map((part) => `"${placed(part)}"`).join(' ')} %*`
  // Elsewhere, a name beyond ASCII needs the code page in which the file is written.
  const page = /[^\x20-\x7e]/.test(line) ? ['chcp 65001 >nul'] : []
  const lines = ['@echo off', `rem ${INSTALL_WORDS.marker}`, ...page, line, 'exit /b %errorlevel%']
  return `${lines.join('\r\n')}\r\n`
}

export const pathOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix)

/** Installs the `cuelight` command, and reports where it is. Files of others are never touched. */

/** The parts of Node's file functions that are needed. */
export type CommandFiles = Pick<typeof files, 'lstat' | 'readFile' | 'writeFile' | 'mkdir' | 'rename' | 'rm'>

/** What is at a path: nothing, a launcher of ours (its text), or anything else. */
type Standing = { there: 'nothing' } | { there: 'ours'; content: string } | { there: 'other' }

/** Everyone may run it, only its user may change it. */
const MODE = 0o755

/**
 * Installs it completely or not at all.
 *
 * @throws Refused if another file is there or the system refuses; then everything is unchanged
 */
export async function installCommand(place: CommandPlace, disk: CommandFiles) {
  if (place.isAstray) throw new Refused({ reason: 'desktop', message: INSTALL_WORDS.notInApplications })
  const plan = planInstall(place)
  const standing = await standingAt(plan.path, disk)
  if (standing.there === 'other') throw new Refused({ reason: 'desktop', message: INSTALL_WORDS.notOurs(plan.path) })
  await write(plan, pathOf(place.platform).dirname(plan.path), disk)
  return { path: plan.path, about: plan.about }
}

/** Written beside it first, then renamed: a symbolic link at the path is replaced, not followed. */
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
 * Where a terminal finds our command, judged by our own PATH; null: nowhere. `about`: what is wrong with it, or what
 * the user still has to do. If another program of that name comes first, the path is null.
 */
export async function installedCommand(place: CommandPlace, disk: CommandFiles): Promise<DesktopState['command']> {
  const plan = planInstall(place)
  const { join, delimiter, basename } = pathOf(place.platform)
  const dirs = (place.env.PATH ?? place.env.Path ?? '').split(delimiter).filter((dir) => dir !== '')
  for (const path of [...dirs.map((dir) => join(dir, basename(plan.path))), plan.path]) {
    const standing = await standingAt(path, disk)
    if (standing.there === 'other') return { path: null, about: INSTALL_WORDS.shadowed(path) }
    if (standing.there === 'ours') return { path, about: aboutOf(path, standing.content, plan, place) }
  }
  return { path: null, about: place.isAstray ? INSTALL_WORDS.notInApplications : null }
}

/**
 * A command that the installer put there is not compared: it finds its Cuelight itself. On macOS our own PATH is that of
 * the Finder and tells nothing about a terminal's, so what the user still has to do is only said once, at installing.
 */
function aboutOf(path: string, content: string, plan: InstallPlan, { platform }: CommandPlace): string | null {
  if (path !== plan.path) return null
  if (content !== plan.content) return INSTALL_WORDS.otherCopy
  return platform === 'darwin' ? null : plan.about
}

async function standingAt(path: string, disk: CommandFiles): Promise<Standing> {
  try {
    await disk.lstat(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return { there: code === 'ENOENT' || code === 'ENOTDIR' ? 'nothing' : 'other' }
  }
  // A folder, a dead link, or an unreadable file is not ours in any case.
  const content = await disk.readFile(path, 'utf8').catch(() => '')
  return content.includes(INSTALL_WORDS.marker) ? { there: 'ours', content } : { there: 'other' }
}
