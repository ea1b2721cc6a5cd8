import { operations } from '../../../shared/contract/operations.ts'
import { operationEntries } from '../../../shared/contract/override.ts'
import type { RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { STUDIO_NAME } from '../../../shared/words/updates.ts'
import { connectService } from '../../app/connectService.ts'
import type { Rehearsal } from '../../core/commands/ports.ts'
import type { Connection } from '../../core/connection.ts'
import type { StudioService } from '../../core/profiles/connections.ts'
import type { Accounts } from '../../service/accounts.ts'
import { sleep } from '../../util/time.ts'
import { createTurns } from '../../util/turns.ts'
import { isStudioAlive, readAddress, type StudioAddress } from '../address.ts'
import { administer } from '../administration/client.ts'
import { attachOrStart, detach } from './attach.ts'
import { studioCommand, studioDir } from './place.ts'
import { ownKey, rehearsalOf } from './rehearsal.ts'

/** How the studio is known to the core: what is remembered of it stays wherever it listens. */
const SERVICE_ID = 'local studio'
/** Whose budget it is: that, too, stays when it has to take another port. */
const ACCOUNT = { baseUrl: 'http://127.0.0.1', label: STUDIO_NAME }
/** The studio speaks the contract as it stands: an override is for hosted services. */
const CONTRACT = { entries: operationEntries(operations) }

/** A way to the studio's service, on the one budget every studio of this app has. */
export function connectStudio(
  place: { baseUrl: string; key: string; socket: string | null },
  clock: Clock,
  all: Accounts,
): Connection {
  const accounts = { ...all, limiterFor: () => all.limiterFor(ACCOUNT) }
  return connectService({ ...place, id: SERVICE_ID, account: STUDIO_NAME, clock, accounts, contract: CONTRACT })
}

/**
 * Looks at the studio of a data dir. One that does not answer, or says "no", may be busy or in trouble, and whoever
 * answers in its place may be another program: alive is what holds the lock and has not taken its address back. Its
 * process id is no proof, for a process that has died keeps it until somebody reaps it. `rehearsal` null: it does not say.
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
  /** Of the app; the studio's own lies beside it. */
  dataDir: string
  clock: Clock
  accounts: Accounts
  log: (line: string) => void
  /** Told how the rehearsal stands, again and again while the studio is in use; null: it does not say. */
  onRehearsal: (state: RehearsalState | null) => void
  /** Told why a studio that died could not be started again; null: that is over. */
  onTrouble: (message: string | null) => void
  /** Told where a studio has put what it had kept, for it could not read it. */
  onSetAside: (file: string) => void
  /** Told each secret that is held, so that whoever writes things down can hide it. */
  onSecret: (secret: string) => void
  /** What runs a studio; left out, ours. */
  command?: (dataDir: string, port: number) => string[]
}

export interface LocalStudio extends StudioService {
  /** Its administration, while it is in use. */
  rehearsal(): Rehearsal | null
}

/** Ms between looks at a studio in use; between attempts to start one again, at most. */
const LOOK_MS = 2_000
const SELDOM_MS = 30_000

interface Joined {
  readonly studio: StudioAddress
  /** Ours; null while it could not be had. */
  key: string | null
}

/**
 * The local studio as the app sees it: the one that runs already, or one started now; watched while it is in use, and
 * started again when it has died.
 */
export function createLocalStudio(options: LocalStudioOptions): LocalStudio {
  const { clock, log, onRehearsal, onTrouble } = options
  const dataDir = studioDir(options.dataDir)
  const attached = createAttachment(dataDir, options)
  let trouble: string | null = null
  let onRestarted = (_: Connection) => {}
  /** Set off by leaving: whatever is under way then is for nobody any more. */
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
    return alive && joined.key !== null
  }

  /** Answers whether it is there again; if not, the state says that the service cannot be reached, and we try again. */
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

  /** People are told once, however often it is tried; the log gets each new reason. */
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
      return joined && rehearsalOf(joined.studio, clock, () => isStudioAlive(dataDir))
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

/** The studio that is joined, and our key there. Joining and leaving take turns: two would take each other's keys. */
function createAttachment(dataDir: string, options: LocalStudioOptions) {
  const { clock, accounts, log, onSetAside, onSecret, command = studioCommand } = options
  const inTurn = createTurns()
  let joined: Joined | null = null
  /** The secret of the one this process started: every studio makes its own, while process ids come again. */
  let started: string | null = null
  /** Where it was last, so that it is found there again. */
  let port = 0
  /** The key last handed out. */
  let inUse: string | null = null

  async function attach(signal: AbortSignal): Promise<Connection> {
    // A crash leaves its address behind, also when it was this app that crashed before.
    port = portOf(readAddress(dataDir)) ?? port
    const studio = await attachOrStart({ dataDir, command: command(dataDir, port), clock, signal })
    port = portOf(studio) ?? port
    if (studio.started) started = studio.adminSecret
    if (joined?.studio.adminSecret !== studio.adminSecret) {
      joined = { studio, key: null }
      if (studio.setAside !== null) onSetAside(studio.setAside)
    }
    onSecret(studio.adminSecret)
    joined.key ??= await ownKey(studio, clock)
    onSecret(joined.key)
    signal.throwIfAborted()
    inUse = joined.key
    const { baseUrl, socket } = studio
    return connectStudio({ baseUrl, socket, key: joined.key }, clock, accounts)
  }

  async function leave(): Promise<void> {
    const left = joined?.studio
    joined = null
    if (left) await detach(left, { dataDir, clock, log, isOurs: left.adminSecret === started })
  }

  return {
    joined: () => joined,
    key: () => inUse,
    /** Rejects with a plain message when it can be neither found nor started, or when it is left meanwhile. */
    attach: (signal: AbortSignal) => inTurn(() => attach(signal)),
    leave: () => inTurn(leave),
  }
}

function portOf(address: StudioAddress | null): number | null {
  return address && Number(new URL(address.baseUrl).port)
}
