/** The `cuelight` command for terminals: where it goes, what it says, and putting it there. */
import { posix, win32 } from 'node:path'
import { INSTALL_WORDS } from '../../shared/words/installing.ts'

/** What the plan depends on. */
export interface CommandPlace {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
  /** The program and its first arguments that are our command line (`commandProgram`). */
  program: readonly string[]
  /** May this user write to /usr/local/bin? Asked for macOS only, where every terminal looks there. */
  localBinIsOurs: boolean
}

export interface InstallPlan {
  path: string
  content: string
  /** What is left to do by hand, if anything. */
  about: string | null
}

/** How we were started, as far as it says what our command line is. */
export interface StartedAs {
  versions: NodeJS.ProcessVersions
  execPath: string
  defaultApp?: boolean
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

/**
 * What runs our command line: packaged, this very executable; from a checkout, its bundle on the Node that came with the
 * packages. An AppImage is run from a place that is gone afterwards, so the image itself is named.
 *
 * @param mainDir where the bundles of the main side lie: `.dist/main` of a checkout
 */
export function commandProgram(
  { versions, execPath, defaultApp, env, platform }: StartedAs,
  mainDir: string,
): string[] {
  if (versions.electron !== undefined && !defaultApp) return [env.APPIMAGE ?? execPath, '--cli']
  const { join } = pathOf(platform)
  const node = join(mainDir, '../../node_modules/node/bin', platform === 'win32' ? 'node.exe' : 'node')
  return [node, join(mainDir, 'cli.mjs')]
}

/** Where the command goes on this system, and what stands in it. Pure. */
export function planInstall(place: CommandPlace): InstallPlan {
  const { platform, env, home, program } = place
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local')
    // On every user's PATH since Windows 10.
    const path = win32.join(local, 'Microsoft', 'WindowsApps', 'cuelight.cmd')
    return { path, content: batchScript(program), about: null }
  }
  const content = shellScript(program)
  if (platform === 'darwin' && place.localBinIsOurs) return { path: '/usr/local/bin/cuelight', content, about: null }
  const dir = posix.join(home, '.local/bin')
  const found = (env.PATH ?? '').split(':').includes(dir)
  const about = found ? null : INSTALL_WORDS.addToPath('export PATH="$HOME/.local/bin:$PATH"')
  return { path: posix.join(dir, 'cuelight'), content, about }
}

function shellScript(program: readonly string[]): string {
  const quoted = program.map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`)
  return `#!/bin/sh\n# ${INSTALL_WORDS.marker}\nexec ${quoted.join(' ')} "$@"\n`
}

/** The last line says how it ended: a batch file waits for the program, also for one that has windows. */
function batchScript(program: readonly string[]): string {
  const quoted = program.map((part) => `"${part.replaceAll('%', '%%')}"`)
  const lines = ['@echo off', `rem ${INSTALL_WORDS.marker}`, `${quoted.join(' ')} %*`, 'exit /b %errorlevel%']
  return `${lines.join('\r\n')}\r\n`
}

export const pathOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix)
