import { askForPanel } from './core/socket.ts'
import { socketPath } from './core/socketPath.ts'
import { systemClock } from './core/time.ts'

/**
 * What a second start does: it talks to the Cuelight that runs already.
 *
 * @param show what to do with an address that opens its panel
 */
export async function showRunning(dataDir: string, show: (address: string) => void): Promise<void> {
  try {
    show(await askForPanel(socketPath(dataDir), systemClock))
    console.error('Cuelight is running already: this is its panel.')
  } catch (error) {
    console.error(`Cuelight is running already in ${dataDir}, but does not answer: ${error}`)
    process.exitCode = 1
  }
}
