/** Cuelight without Electron: the whole core, and the panel for any browser. Wiring only. */
import { fileURLToPath } from 'node:url'
import { KEY_PREFIX } from '../shared/contract/limits.ts'
import { STUDIO_PROFILE } from '../shared/profiles.ts'
import { connectService, openAccounts } from './connectService.ts'
import { createCore } from './core/core.ts'
import { processKeychain } from './core/keychain/processKeychain.ts'
import { takeLock } from './core/lock.ts'
import { createProfiles } from './core/profiles/profiles.ts'
import { askForPanel, listenForPrograms } from './core/socket.ts'
import { socketPath } from './core/socketPath.ts'
import { systemClock } from './core/time.ts'
import { createLocalStudio } from './localStudio/localStudio.ts'
import { keychainCommand } from './localStudio/place.ts'
import { openInBrowser } from './openInBrowser.ts'
import { readOptions, type StartOptions } from './options.ts'
import { servePanelSomewhere } from './remote/panelPort.ts'
import { openSessions } from './remote/sessions.ts'
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
  const { dataDir } = options
  const lock = takeLock(dataDir, 'core')
  if (!lock) return showRunning(options)
  const log = (line: string) => console.error(line)
  const clock = systemClock
  const core = createCore({ dataDir, clock, version: VERSION, log })
  const sessions = openSessions(dataDir, clock.now)
  const pages = fileURLToPath(new URL('../renderer', import.meta.url))
  const panel = await servePanelSomewhere({ core, sessions, pages, port: options.port })
  const stopListening = await listenForPrograms(core, socketPath(dataDir), panel.newAddress)
  show(panel.newAddress(), options)

  const accounts = openAccounts({ dataDir, clock, log })
  const studio = createLocalStudio({
    ...{ dataDir, clock, accounts, log },
    onRehearsal: (state) =>
      core.store.change((draft) => {
        if (draft.profileId === STUDIO_PROFILE) draft.rehearsal = state
      }),
  })
  const profiles = createProfiles({
    ...{ core, clock, log },
    keychain: processKeychain({ command: keychainCommand(), clock }),
    services: { studio, connect: (target) => connectService({ ...target, clock, accounts }) },
    keyPrefix: KEY_PREFIX,
  })

  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await profiles.close()
    stopListening()
    await panel.close()
    await core.close()
    accounts.close()
    lock.release()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  core.lend({
    profiles,
    rehearsal: () => (core.store.get().profileId === STUDIO_PROFILE ? studio.rehearsal() : null),
    quit: () => void end(),
  })
  await profiles.start(options.baseUrl === null ? null : { baseUrl: options.baseUrl, key })
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
