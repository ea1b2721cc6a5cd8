/** Cuelight without Electron: the whole core, and the panel for any browser. Wiring only. */
import { fileURLToPath } from 'node:url'
import { createCore } from './core/core.ts'
import { takeLock } from './core/lock.ts'
import { askForPanel, listenForPrograms } from './core/socket.ts'
import { socketPath } from './core/socketPath.ts'
import { systemClock } from './core/time.ts'
import { furnish } from './furnish.ts'
import { openInBrowser } from './openInBrowser.ts'
import { readOptions, type StartOptions } from './options.ts'
import { servePanelSomewhere } from './remote/panelPort.ts'
import { openSessions } from './remote/sessions.ts'
import { openSupport } from './support/support.ts'
import { VERSION } from './version.ts'

const options = readOptions(process.argv.slice(2))
// Nothing started from here may inherit the key.
const key = process.env.CUELIGHT_API_KEY ?? null
delete process.env.CUELIGHT_API_KEY

if ('print' in options) {
  console.error(options.print)
  process.exitCode = options.exitCode
} else {
  await run(options)
}

async function run(options: StartOptions): Promise<void> {
  const { dataDir, port } = options
  const lock = takeLock(dataDir, 'core')
  if (!lock) return showRunning(options)
  const clock = systemClock
  const support = openSupport({ dataDir, clock, alsoTo: console.error })
  const { log } = support
  const core = createCore({ dataDir, clock, version: VERSION, log })
  const sessions = openSessions(dataDir, clock.now)
  const pages = fileURLToPath(new URL('../renderer', import.meta.url))
  const furniture = furnish({ core, clock, support, options, key })
  const { handouts } = furniture
  const panel = await servePanelSomewhere({ core, sessions, pages, port, handouts, log })
  const stopListening = await listenForPrograms(core, socketPath(dataDir), panel.newAddress)
  show(panel.newAddress(), options)

  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await furniture.close()
    stopListening()
    await panel.close()
    await core.close()
    support.close()
    lock.release()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  await furniture.start(() => void end())
}

/** A second start talks to the first: it shows the running one. */
async function showRunning(options: StartOptions): Promise<void> {
  try {
    show(await askForPanel(socketPath(options.dataDir), systemClock), options)
    console.error('Cuelight is running already: this is its panel.')
  } catch (error) {
    console.error(`Cuelight is running already in ${options.dataDir}, but does not answer: ${error}`)
    process.exitCode = 1
  }
}

function show(address: string, { headless }: StartOptions): void {
  console.log(`Panel: ${address}`)
  if (!headless) void openInBrowser(address)
}
