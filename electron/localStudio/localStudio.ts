import type { Clock } from '../../shared/clock.ts'
import { operations } from '../../shared/contract/operations.ts'
import { operationEntries } from '../../shared/contract/override.ts'
import type { RehearsalState } from '../../shared/rehearsal.ts'
import { STUDIO_NAME } from '../../shared/words/places.ts'
import { connectService } from '../connectService.ts'
import type { Connection } from '../core/core.ts'
import type { StudioService } from '../core/profiles/services.ts'
import type { Rehearsal } from '../core/rehearsal.ts'
import { sleep } from '../core/time.ts'
import type { Accounts } from '../service/accounts.ts'
import { readAddress } from '../studio/address.ts'
import { type AdministrationAddress, AdministrationError, administer } from '../studio/administration/client.ts'
import { type Attached, attachOrStart, quit, summary } from '../studio/attach.ts'
import { studioCommand, studioDir } from './place.ts'
import { rehearsalOf } from './rehearsal.ts'

export interface LocalStudioOptions {
  /** Of the app; the studio's own lies beside it. */
  dataDir: string
  clock: Clock
  accounts: Accounts
  log: (line: string) => void
  /** Told how the rehearsal stands, again and again while the studio is in use; null: it does not say. */
  onRehearsal: (state: RehearsalState | null) => void
  /** Told each secret that is held, so that whoever writes things down can hide it. */
  onSecret: (secret: string) => void
  /** What runs a studio; left out, ours. */
  command?: (dataDir: string, port: number) => string[]
}

export interface LocalStudio extends StudioService {
  /** Its administration, while it is in use. */
  rehearsal(): Rehearsal | null
}

/** How the studio is known to the core: what is remembered of it stays wherever it listens. */
const SERVICE_ID = 'local studio'
/** Ms between looks at a studio in use. */
const LOOK_MS = 2_000
/** How long a studio with nothing to do may take to end, in ms. */
const QUIT_MS = 3_000

/** What our keys are called in the studio. */
const LABEL = 'Cuelight'

/** A key for this run. Those of earlier runs, which nobody has any more, make room: an account holds but ten. */
async function ownKey(studio: AdministrationAddress, clock: Clock): Promise<string> {
  const { id, key } = await administer(studio, 'createKey', { label: LABEL }, clock)
  const { keys } = await administer(studio, 'rehearsal', undefined, clock)
  const earlier = keys.filter((one) => one.label === LABEL && one.id !== id)
  for (const { id: keyId } of earlier) await administer(studio, 'revokeKey', undefined, clock, { keyId })
  if (key === null) throw new Error('the studio made a key and did not tell it')
  return key
}

/** The studio speaks the contract as it stands: an override is for hosted services. */
const CONTRACT = { entries: operationEntries(operations) }

interface Joined {
  studio: Attached
  key: string
}

/**
 * The local studio as the app sees it: the one that runs already, or one started now; watched while it is in use, and
 * started again when it has died.
 */
export function createLocalStudio(options: LocalStudioOptions): LocalStudio {
  const { clock, accounts, log, onRehearsal, onSecret, command = studioCommand } = options
  const dataDir = studioDir(options.dataDir)
  let joined: Joined | null = null
  /** The port of the studio before, so that a restarted one is found where it was. */
  let port = 0
  let watch = new AbortController()
  let onRestarted = (_: Connection) => {}

  async function attach(): Promise<Joined> {
    const studio = await attachOrStart({ dataDir, command: command(dataDir, port), clock })
    port = Number(new URL(studio.baseUrl).port)
    const key = joined?.studio.pid === studio.pid ? joined.key : await ownKey(studio, clock)
    onSecret(studio.adminSecret)
    onSecret(key)
    const started = studio.started || (joined?.studio.pid === studio.pid && joined.studio.started)
    joined = { studio: { ...studio, started }, key }
    return joined
  }

  function connectionTo({ studio, key }: Joined): Connection {
    const { baseUrl } = studio
    return connectService({ id: SERVICE_ID, baseUrl, account: STUDIO_NAME, key, clock, accounts, contract: CONTRACT })
  }

  /** Alive is what answers, be it "no": a studio that is slow or does not know the question has not died. */
  async function isAlive({ studio }: Joined, signal: AbortSignal): Promise<boolean> {
    try {
      const state = await rehearsalOf(studio, clock).read()
      if (!signal.aborted) onRehearsal(state)
      return true
    } catch (error) {
      if (!(error instanceof AdministrationError)) return false
      if (!signal.aborted) onRehearsal(null)
      return true
    }
  }

  async function keepAlive(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (joined && !(await isAlive(joined, signal)) && !signal.aborted) await restart(joined)
      await sleep(clock, LOOK_MS, signal)
    }
  }

  async function restart(before: Joined): Promise<void> {
    log(
      `the local studio (process ${before.studio.pid}) does not answer any more: looking for it, or starting it again`,
    )
    try {
      const next = await attach()
      if (next.studio.pid !== before.studio.pid) onRestarted(connectionTo(next))
    } catch (error) {
      // It is tried again at the next look; meanwhile the state says that the service cannot be reached.
      log(error instanceof Error ? error.message : String(error))
    }
  }

  function look(): void {
    watch.abort()
    watch = new AbortController()
    const { signal } = watch
    keepAlive(signal).catch((error) => {
      if (!signal.aborted) log(`the local studio is not watched any more: ${error}`)
    })
  }

  /** Ends the studio, and stays until it is gone: what is started next finds the place free. */
  async function quitAndWait({ studio }: Joined): Promise<void> {
    await quit(studio)
    const giveUp = clock.monotonic() + QUIT_MS
    while (readAddress(dataDir)?.pid === studio.pid && clock.monotonic() < giveUp) await sleep(clock, 20)
  }

  return {
    async join() {
      const now = await attach()
      look()
      return connectionTo(now)
    },
    onRestarted(take) {
      onRestarted = take
    },
    rehearsal: () => (joined ? rehearsalOf(joined.studio, clock) : null),
    async leave() {
      watch.abort()
      const left = joined
      joined = null
      onRehearsal(null)
      if (!left) return
      try {
        const { onAir } = await summary(left.studio)
        if (onAir.length > 0)
          log('The local studio goes on: something is on air. Start Cuelight again to control it.')
        else if (left.studio.started) await quitAndWait(left)
      } catch (error) {
        log(`The local studio could not be asked what is on air: ${error}`)
      }
    },
  }
}
