/** Cuelight without Electron: the whole core, and the panel for any browser. Wiring only. */
import { ownArguments } from './arguments.ts'
import { openHouse } from './house.ts'
import { openInBrowser } from './openInBrowser.ts'
import { keyOfRun, readOptions, type StartOptions } from './options.ts'
import { showRunning } from './secondStart.ts'

const options = readOptions(ownArguments())
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  process.exitCode = options.exitCode
} else {
  await run(options)
}

async function run(options: StartOptions): Promise<void> {
  const house = await openHouse(options, key)
  if (!house) return showRunning(options, show)
  show(house.panelAddress())
  const end = async () => {
    await house.close()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  await house.start(() => void end())

  function show(address: string): void {
    console.log(`Panel: ${address}`)
    if (!options.headless) void openInBrowser(address)
  }
}
