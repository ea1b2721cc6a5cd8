/** The desktop app: the same house as everywhere, with tray, hotkeys, windows and notifications. Wiring only. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { ownArguments } from '../arguments.ts'
import { openHouse, PAGES } from '../house.ts'
import { keyOfRun, readOptions, type StartOptions } from '../options.ts'
import { showRunning } from '../secondStart.ts'
import { firstDesktopState } from './desktopState.ts'
import { createWindows, registerScheme, stayWithoutWindows } from './windows/windows.ts'

const options = readOptions(ownArguments())
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  app.exit(options.exitCode)
} else {
  app.setPath('userData', join(options.dataDir, 'chromium'))
  registerScheme()
  stayWithoutWindows()
  // Not awaited: Electron is ready only after this module has been read.
  void app.whenReady().then(() => run(options))
}

async function run(options: StartOptions): Promise<void> {
  const house = await openHouse(options, key)
  if (!house) {
    await showRunning(options.dataDir, (address) => console.log(`Panel: ${address}`))
    app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
    return
  }
  const { core, clock, dataDir, handouts, log } = house
  console.log(`Panel: ${house.panelAddress()}`)
  core.store.change((draft) => {
    draft.desktop = firstDesktopState(process, core.settings.get().desktop)
  })
  const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url))
  const windows = createWindows({ core, clock, dataDir, preload, pages: PAGES, handouts, log })
  const end = async () => {
    windows.stop()
    await house.close()
    app.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  await house.start(() => void end())
}
