import { operations } from '../../../shared/contract/operations.ts'
import { operationEntries } from '../../../shared/contract/override.ts'
import type { RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { STUDIO_NAME } from '../../../shared/words/desktop/updates.ts'
import { connectService } from '../../app/connectService.ts'
import type { Rehearsal } from '../../core/commands/ports.ts'
import type { Connection } from '../../core/connection.ts'
import type { Keychain } from '../../core/keychain/keychain.ts'
import type { StudioService } from '../../core/profiles/connections.ts'
import type { Accounts } from '../../service/accounts.ts'
import { sleep } from '../../util/time.ts'
import { createTurns } from '../../util/turns.ts'
import { isStudioAlive, readAddress, type StudioAddress } from '../address.ts'
import { administer } from '../administration/client.ts'
import { attachOrStart, detach } from './attach.ts'
import { studioCommand, studioDir } from './place.ts'
import { ownKey, rehearsalOf } from './rehearsal.ts'
import { createStreamKeys, type ToForget } from './streamKeys.ts'

/** How the core identifies the studio: what it remembers about it is kept even when the address changes. */
const SERVICE_ID = 'local studio'
/** The account whose request budget is used. It, too, stays the same when the studio has to take another port. */
const ACCOUNT = { baseUrl: 'http://127.0.0.1', label: STUDIO_NAME }
/** The studio implements the contract without changes: an override is for hosted services. */
const CONTRACT = { entries: operationEntries(operations) }

/** Connects to the studio's service. All studios with the same `Accounts` share one request budget. */
export function connectStudio(
  place: { baseUrl: string; key: string; socket: string | null },
  clock: Clock,
  all: Accounts,
): Connection {
  const accounts = { ...all, limiterFor: () => all.limiterFor(ACCOUNT) }
  return connectService({ ...place, id: SERVICE_ID, account: STUDIO_NAME, clock, accounts, contract: CONTRACT })
}

/**
 * Checks on the studio of a data dir. One that does not respond, or refuses, may be busy or in trouble, and whatever
 * responds in its place may be another program. So a studio counts as alive if it holds the lock and its address file
 * is unchanged. The process id is no proof: a dead process keeps it until its parent reaps it.
 *
 * @returns `rehearsal` is null when the studio does not report it
 */
export async function healthCheck(dataDir: string, studio: StudioAddress, clock: Clock) {
  if (!isStudioAlive(dataDir)) return { alive: false, rehearsal: null }
  try {
    return { alive: true, rehearsal: await administer(studio, 'rehearsal', undefined, clock) }
  } catch {
    const stands = readAddress(dataDir)?.adminSecret === studio.adminSecret
    return { alive: stands && isStudioAlive(dataDir), rehearsal: null }
  }
}

export interface LocalStudioOptions {
  /** The data dir of the app; the studio's own lies beside it. */
  dataDir: string
  clock: Clock
  accounts: Accounts
  log: (line: string) => void
  /** Called repeatedly with the rehearsal's state while the studio is in use; null: the studio does not report it. */
  onRehearsal: (state: RehearsalState | null) => void
  /** Called with the reason when a studio that died could not be started again; null: the trouble is over. */
  onTrouble: (message: string | null) => void
  /** Called with the path to which the studio moved stored data that it could not read. */
  onSetAside: (file: string) => void
  /** Called with each secret we hold, so that the loggers can redact it. */
  onSecret: (secret: string) => void
  /** Where the stream keys of its servers are; left out, only in the studio's memory. */
  keychain?: Keychain
  /** The entries of the keychain that are to be removed there. */
  toForget: ToForget
  /** The command that runs a studio; left out, our own. */
  command?: (dataDir: string, port: number) => string[]
}

export interface LocalStudio extends StudioService {
  /** Its administration while the studio is in use, otherwise null. */
  rehearsal(): Rehearsal | null
}

/** Ms between checks of a studio in use; `SELDOM_MS` is the longest pause between attempts to restart it. */
const LOOK_MS = 2_000
const SELDOM_MS = 30_000

interface Joined {
  readonly studio: StudioAddress
  /** Our key; null until one could be created. */
  key: string | null
  /** It was given all stream keys that the keychain has. */
  hasStreamKeys: boolean
}

/**
 * The local studio as the app sees it: it attaches to a running one or starts one, watches it while it is in use, and
 * restarts it when it has died.
 */
export function createLocalStudio(options: LocalStudioOptions): LocalStudio {
  const { clock, log, onRehearsal, onTrouble } = options
  const dataDir = studioDir(options.dataDir)
  const attached = createAttachment(dataDir, options)
  let trouble: string | null = null
  let onRestarted = (_: Connection) => {}
  /** Aborted on leaving: the results of any work still under way are no longer wanted. */
  let stay = new AbortController()
  let watched: AbortSignal | null = null

  async function keepAlive(signal: AbortSignal): Promise<void> {
    for (let pause = LOOK_MS; !signal.aborted; await sleep(clock, pause, signal)) {
      const isThere = (await isWell(signal)) || signal.aborted || (await restart(signal))
      pause = isThere ? LOOK_MS : Math.min(2 * pause, SELDOM_MS)
    }
  }

  async function isWell(signal: AbortSignal): Promise<boolean> {
    const joined = attached.joined()
    if (!joined) return false
    const { alive, rehearsal } = await healthCheck(dataDir, joined.studio, clock)
    if (!signal.aborted) onRehearsal(rehearsal)
    if (alive) await attached.handKeys()
    return alive && joined.key !== null
  }

  /** Returns whether the studio is back. If not, the state shows the service as unreachable, and we try again. */
  async function restart(signal: AbortSignal): Promise<boolean> {
    if (trouble === null) log('the local studio does not answer any more: looking for it, or starting it again')
    try {
      const before = attached.key()
      const connection = await attached.attach(signal)
      tell(null)
      if (attached.key() !== before) onRestarted(connection)
      return true
    } catch (error) {
      if (!signal.aborted) tell(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  /** The user is notified once, however many attempts follow; the log gets each new reason. */
  function tell(message: string | null): void {
    if (message === trouble) return
    if (message !== null) log(message)
    if (message === null || trouble === null) onTrouble(message)
    trouble = message
  }

  function watch(signal: AbortSignal): void {
    if (watched === signal) return
    watched = signal
    keepAlive(signal).catch((error) => {
      if (!signal.aborted) log(`the local studio is not watched any more: ${error}`)
    })
  }

  return {
    async join() {
      const { signal } = stay
      const connection = await attached.attach(signal)
      watch(signal)
      return connection
    },
    onRestarted(take) {
      onRestarted = take
    },
    rehearsal() {
      const joined = attached.joined()
      return joined && rehearsalOf(joined.studio, clock, () => isStudioAlive(dataDir), attached.streamKeys)
    },
    async leave() {
      stay.abort(new Error('the local studio is not needed any more'))
      stay = new AbortController()
      tell(null)
      onRehearsal(null)
      await attached.leave()
    },
  }
}

/** The joined studio and our key there. Joins and leaves are serialized: two at once would revoke each other's keys. */
function createAttachment(dataDir: string, options: LocalStudioOptions) {
  const streamKeys = createStreamKeys({ ...options, keychain: options.keychain ?? null })
  const { clock, accounts, log, onSetAside, onSecret, command = studioCommand } = options
  const queued = createTurns()
  let joined: Joined | null = null
  /** The secret of the studio that this process started. Each studio makes its own, whereas process ids are reused. */
  let started: string | null = null
  /** The last port it used, so that it is started there again. */
  let port = 0
  /** The key last handed out. */
  let inUse: string | null = null

  async function attach(signal: AbortSignal): Promise<Connection> {
    // A crash leaves the address file behind, even if it was this app that crashed.
    port = portOf(readAddress(dataDir)) ?? port
    const studio = await attachOrStart({ dataDir, command: command(dataDir, port), clock, signal })
    port = portOf(studio) ?? port
    if (studio.started) started = studio.adminSecret
    if (joined?.studio.adminSecret !== studio.adminSecret) {
      joined = { studio, key: null, hasStreamKeys: false }
      if (studio.setAside !== null) onSetAside(studio.setAside)
    }
    onSecret(studio.adminSecret)
    joined.key ??= await ownKey(studio, clock)
    onSecret(joined.key)
    await handKeys()
    signal.throwIfAborted()
    inUse = joined.key
    const { baseUrl, socket } = studio
    return connectStudio({ baseUrl, socket, key: joined.key }, clock, accounts)
  }

  /** A keychain may be locked at first: it is asked again with every look, until the studio has all keys. */
  async function handKeys(): Promise<void> {
    const mine = joined
    if (mine && !mine.hasStreamKeys) mine.hasStreamKeys = await streamKeys.handOver(mine.studio)
  }

  async function leave(): Promise<void> {
    const left = joined?.studio
    joined = null
    if (left) await detach(left, { dataDir, clock, log, isOurs: left.adminSecret === started })
  }

  return {
    joined: () => joined,
    handKeys,
    streamKeys,
    key: () => inUse,
    /** Rejects with a readable message if the studio can be neither found nor started, or is left in the meantime. */
    attach: (signal: AbortSignal) => queued(() => attach(signal)),
    leave: () => queued(leave),
  }
}

function portOf(address: StudioAddress | null): number | null {
  return address && Number(new URL(address.baseUrl).port)
}
