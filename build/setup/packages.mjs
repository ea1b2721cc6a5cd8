import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { giveUp, step } from './tell.mjs'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const stamp = at('node_modules/.cuelight')
const windows = process.platform === 'win32'

/** The Node that runs everything of ours: an ordinary package, so that a fresh clone installs its own. */
export function nodePath() {
  return at(`node_modules/node/bin/node${windows ? '.exe' : ''}`)
}

/** Are the packages of the lock file installed, including our Node? */
export function packagesReady() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted() && nodeRuns()
}

/** Installs exactly what the lock file lists. */
export function installPackages() {
  const modules = at('node_modules')
  // npm would empty the folder the link leads to, for everyone who uses it.
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink())
    giveUp(
      'node_modules is a link, and what it leads to does not fit package-lock.json. Remove the link and run this again.',
    )
  const code = step('Packages (once; some 620 MB)', () => {
    const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: at(''),
      stdio: ['ignore', 2, 2],
      shell: windows,
    })
    if (error) giveUp(`npm could not be run: ${error.message}. Install Node.js 20 or newer, which brings npm.`)
    return status ?? 1
  })
  if (code !== 0) giveUp('The packages could not be installed: see above. Check the network and run this again.')
  if (!nodeRuns()) {
    giveUp('Node 24 did not arrive with the packages: install scripts seem to be off. Allow them and run this again.')
  }
  writeFileSync(stamp, wanted())
}

function wanted() {
  return createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
}

function nodeRuns() {
  const { status, stdout } = spawnSync(nodePath(), ['--version'], { encoding: 'utf8' })
  return status === 0 && stdout.startsWith('v24.')
}
