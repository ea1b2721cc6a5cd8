/** The desktop app: the same house as everywhere, with tray, hotkeys, windows and notifications. Wiring only. */
import { join } from 'node:path'
import { app } from 'electron'
import { ownArguments } from '../arguments.ts'
import { openHouse } from '../house.ts'
import { keyOfRun, readOptions, type StartOptions } from '../options.ts'
import { showRunning } from '../secondStart.ts'

const options = readOptions(ownArguments())
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  app.exit(options.exitCode)
} else {
  app.setPath('userData', join(options.dataDir, 'chromium'))
  // Not awaited: Electron is ready only after this module has been read.
  void app.whenReady().then(() => run(options))
}

async function run(options: StartOptions): Promise<void> {
  const house = await openHouse(options, key)
  if (!house) {
    await showRunning(options, (address) => console.log(`Panel: ${address}`))
    app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
    return
  }
  console.log(`Panel: ${house.panelAddress()}`)
  const end = async () => {
    await house.close()
    app.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  await house.start(() => void end())
}
