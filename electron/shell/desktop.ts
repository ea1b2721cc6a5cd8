/** The desktop app begins here. Wiring only. */
import { join } from 'node:path'
import { app } from 'electron'
import { STARTING_WORDS } from '../../shared/words/programs.ts'
import { ownArguments } from '../app/arguments.ts'
import { keyOfRun, readOptions, type StartOptions, withoutChromiumSwitches } from '../app/options.ts'
import { openOrShow, tellNotStarted } from '../app/secondStart.ts'
import { createDesktop } from './createDesktop.ts'
import { keychainProcess } from './keychainProcess.ts'
import { registerScheme, stayWithoutWindows } from './windows/windows.ts'

const args = ownArguments()
const options = readOptions(withoutChromiumSwitches(args))
const foreign = args.filter((arg) => !withoutChromiumSwitches([arg]).length)
if (foreign.length > 0) console.error(STARTING_WORDS.leftToChromium(foreign.join(' ')))
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  app.exit(options.exitCode)
} else {
  app.setPath('userData', join(options.dataDir, 'chromium'))
  registerScheme()
  stayWithoutWindows()
  // Not awaited: Electron is ready only after this module has been read.
  app
    .whenReady()
    .then(() => run(options))
    .catch((error: unknown) => {
      tellNotStarted(error)
      app.exit(1)
    })
}

async function run(options: StartOptions): Promise<void> {
  const cuelight = await openOrShow(options, key, keychainProcess, (address) => console.log(`Panel: ${address}`))
  if (cuelight) return createDesktop(cuelight, options)
  app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
}
