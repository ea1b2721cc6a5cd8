import { fileURLToPath } from 'node:url'
import type { Outcome } from '../../shared/outcome.ts'
import { socketPath } from '../core/bridge/socket.ts'
import { listenForPrograms } from '../core/bridge/socketServer.ts'
import { createCore } from '../core/core.ts'
import { takeCoreLock } from '../core/files/lock.ts'
import type { StartHelper } from '../core/keychain/helper.ts'
import { controlAddress } from '../remote/control/controlServer.ts'
import { openPairings } from '../remote/control/pairings.ts'
import { servePanelSomewhere } from '../remote/panelServer.ts'
import { openPhones } from '../remote/phone/phones.ts'
import { createPreviews } from '../remote/previews.ts'
import { openSessions } from '../remote/sessions.ts'
import { openSupport } from '../support/support.ts'
import { systemClock } from '../util/time.ts'
import { VERSION } from '../util/version.ts'
import { createBackend } from './backend.ts'
import type { StartOptions } from './options.ts'
import { openPreview } from './preview.ts'

/** A complete Cuelight without a user interface of its own: core, accounts, studio, panel and socket. */
export type App = NonNullable<Awaited<ReturnType<typeof createApp>>>

/** The folder of the built renderer, beside the bundle of the main side. */
export const PAGES = fileURLToPath(new URL('../renderer', import.meta.url))

/** Opens the app of a data dir; null if another process runs there. Rejects if its disk does not allow that. */
export async function createApp(options: StartOptions, key: string | null, keychain: StartHelper) {
  const { dataDir, port } = options
  const lock = takeCoreLock(dataDir, console.error)
  if (!lock) return null
  const clock = systemClock
  const support = openSupport({ dataDir, clock, alsoTo: console.error })
  const { log } = support
  const core = createCore({ dataDir, clock, version: VERSION, log })
  const sessions = openSessions(dataDir, clock, log)
  let address: string | null = null
  const pairings = openPairings(sessions.file, clock, () => address)
  const phonePort = port === 0 ? { port } : {}
  const phones = openPhones({ core, sessions, dataDir, pages: PAGES, log, ...phonePort })
  core.provide({ panelAccess: sessions, pairings, phones })
  sessions.onChange(() => core.touched({ names: ['panelSessions', 'pairings', 'phones'], projectId: null }))
  const backend = createBackend({ core, clock, support, options, key, keychain })
  const { downloads } = backend
  const previews = createPreviews(openPreview(core), clock)
  const panel = await servePanelSomewhere({ core, sessions, pairings, pages: PAGES, port, downloads, previews, log })
  address = controlAddress(panel.port)
  await phones.start()
  let notifyLink: (outcome: Outcome) => void = () => {}
  const onLink = (outcome: Outcome) => notifyLink(outcome)
  const stopListening = await listenForPrograms(core, socketPath(dataDir), panel.newAddress, onLink, log)
  let closed: Promise<void> | null = null
  return {
    ...{ core, clock, dataDir, downloads, previews, log },
    /** A one-time address that opens the panel in a browser. */
    panelAddress: panel.newAddress,
    start: backend.start,
    /**
     * Calls back with the outcome of each deep link that another start handed over: nobody sees that start's output.
     */
    onLink(listener: (outcome: Outcome) => void): void {
      notifyLink = listener
    },
    /** Shuts everything down in order; the process may exit afterwards. What is on air stays on air. */
    close(): Promise<void> {
      closed ??= (async () => {
        await backend.close()
        stopListening()
        await phones.close()
        await panel.close()
        await sessions.written()
        await core.close()
        support.close()
        lock.release()
      })()
      return closed
    },
  }
}
