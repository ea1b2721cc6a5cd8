import type { RehearsalState } from '../../shared/rehearsal/rehearsal.ts'
import { type AppState, profileInUse, targetOf } from '../../shared/state.ts'
import { tallyOf } from '../../shared/tally.ts'
import type { Clock } from '../../shared/util/clock.ts'
import type { Store } from '../core/state/store.ts'
import { studioDir } from '../studio/supervisor/place.ts'
import { VERSION } from '../util/version.ts'
import { versionsHere } from './bundle.ts'
import { type Log, openLog } from './log.ts'
import { createRedactor } from './redact.ts'

/** What is logged whenever its value changes: the area, and its current state. */
const TOLD: readonly [area: string, stands: (state: AppState, now: number) => string][] = [
  ['profile', (state) => `${profileInUse(state)?.name ?? '-'} is in use`],
  ['service', ({ service }) => `${service.baseUrl || '-'}: ${healthOf(service)}`],
  ['keychain', ({ keychain }) => `${keychain.state}${keychain.about ? `: ${keychain.about}` : ''}`],
  ['target', (state) => targetOf(state)?.name ?? 'none'],
  ['tally', (state, now) => tallyOf(state, targetOf(state), now)],
  ['rehearsal', ({ rehearsal }) => (rehearsal ? faultsOf(rehearsal) : 'none')],
  ['padlock', ({ padlock }) => (padlock.locked ? 'closed' : 'open')],
  ['notice', ({ notices }) => notices.map((one) => `${one.kind} ${one.about}`).join('; ') || 'none'],
]

/** Does not include which request failed: with the service down, every reading would add a line to the log. */
function healthOf({ failure, answeredAt }: AppState['service']): string {
  if (!failure) return answeredAt === null ? 'not asked yet' : 'answers'
  const { kind, status, code, detail } = failure
  return [kind, status, code, detail].filter((part) => part !== undefined).join(' ')
}

const faultsOf = ({ faults }: RehearsalState) => faults.map((one) => one.fault.kind).join(', ') || 'no fault at work'

/** Logs state changes for later troubleshooting. @returns a function that ends it */
export function logStory(store: Store, clock: Clock, log: Log): () => void {
  const last = new Map<string, string>()
  const tell = (state: AppState) => {
    for (const [area, stands] of TOLD) {
      const now = stands(state, clock.now())
      if (last.get(area) === now) continue
      last.set(area, now)
      log.write('info', area, now)
    }
  }
  tell(store.get())
  return store.subscribe((_, state) => tell(state))
}

/** What helps to diagnose a problem: a log, and a bundle of all relevant files. Neither contains a secret. */
export type Support = ReturnType<typeof openSupport>

export interface SupportOptions {
  dataDir: string
  clock: Clock
  /** Where the user sees errors, e.g. the terminal. */
  alsoTo: (line: string) => void
}

export function openSupport({ dataDir, clock, alsoTo }: SupportOptions) {
  const redactor = createRedactor()
  const file = openLog({ dataDir, clock, redact: redactor.redact })
  const versions = versionsHere(VERSION)
  file.write(
    'info',
    'start',
    `Cuelight ${versions.app}, Node ${versions.node}, ${versions.platform} ${versions.release}`,
  )
  let stopFollowing = () => {}
  return {
    redactor,
    /** Logs a problem, or something that may help to explain one. */
    log(line: string) {
      file.write('warn', 'cuelight', line)
      alsoTo(redactor.redact(line))
    },
    /** Logs state changes from now on. */
    follow(store: Store) {
      stopFollowing = logStory(store, clock, file)
    },
    async bundle(state: AppState): Promise<Uint8Array> {
      // Loaded on the first request: nobody needs it during a show.
      const { makeBundle } = await import('./bundle.ts')
      return makeBundle({ dataDir, studioDir: studioDir(dataDir), versions, state, redactor, now: clock.now() })
    },
    close() {
      stopFollowing()
      file.write('info', 'end', 'Cuelight ends')
      file.close()
    },
  }
}
