import type { Clock } from '../../../shared/clock.ts'
import type { Done } from '../../../shared/outcome.ts'
import { DEFAULT_ACCOUNT, RUN_PROFILE, STUDIO_PROFILE } from '../../../shared/profiles.ts'
import { runName, STUDIO_NAME } from '../../../shared/words/places.ts'
import { Refused } from '../context.ts'
import type { Connection, Core } from '../core.ts'
import { onAirOf } from '../guard.ts'
import { sleep } from '../time.ts'
import type { Book } from './book.ts'
import type { Keys } from './keys.ts'
import type { Services } from './services.ts'

/** What the command line asked for: for this run only, and kept nowhere. */
export interface RunProfile {
  baseUrl: string
  key: string | null
}

interface Named {
  id: string
  name: string
  baseUrl: string
  account: string
}

/** The one profile in use, and the way to its service. */
export interface InUse {
  id(): string
  run(): Named | null
  /** The name of a profile that cannot be changed, or null. */
  fixedName(profileId: string): string | null
  start(run: RunProfile | null): Promise<void>
  /** @throws Refused while the show target is, or may be, on air */
  use(profileId: string): Promise<Done>
  refuseOnAir(): void
  /** With another key, or at another place. */
  connectAnew(): Promise<void>
  /** Asks the keychain for the key of the profile in use, where it is not held; connects once it is. */
  fetchKey(): Promise<void>
  /** A way to any profile's service, to try it. `release` lets go of what it needed. */
  connectionFor(profileId: string): Promise<{ name: string; connection: Connection; release: () => Promise<void> }>
  stop(): void
}

export interface InUseOptions {
  core: Core
  clock: Clock
  services: Services
  book: Book
  keys: Keys
  draw: () => void
  log: (line: string) => void
}

/** Ms after which a locked keychain, or a studio that could not be started, is asked again. */
const AGAIN_MS = 5_000

export function createInUse({ core, clock, services, book, keys, draw, log }: InUseOptions): InUse {
  let id = STUDIO_PROFILE
  let run: Named | null = null
  let waiting = new AbortController()

  const named = (profileId: string): Named | null =>
    profileId === RUN_PROFILE ? run : (book.find(profileId) ?? null)

  function nameOf(profileId: string): string {
    const name = profileId === STUDIO_PROFILE ? STUDIO_NAME : named(profileId)?.name
    if (name === undefined) throw new Refused({ reason: 'unknownProfile' })
    return name
  }

  function hosted(profileId: string): Connection {
    const profile = named(profileId)
    if (!profile) throw new Refused({ reason: 'unknownProfile' })
    const { baseUrl, account } = profile
    const history = { worked: book.find(profileId)?.keyWorked ?? false, onWorked: () => rememberWorked(profileId) }
    return services.connect({ baseUrl, account, key: () => keys.value(profileId), history })
  }

  function rememberWorked(profileId: string): void {
    if (!book.find(profileId)) return
    book.change(profileId, { keyWorked: true }).catch((error) => log(`the settings could not be kept: ${error}`))
  }

  /** @throws Refused with the reason when the studio can be neither found nor started */
  async function wayTo(profileId: string): Promise<Connection> {
    if (profileId !== STUDIO_PROFILE) return hosted(profileId)
    try {
      return await services.studio.join()
    } catch (error) {
      throw new Refused({ reason: 'studio', message: error instanceof Error ? error.message : String(error) })
    }
  }

  const isLocked = () => id !== STUDIO_PROFILE && keys.value(id) === null && book.find(id)?.keyKept === true

  async function fetchKey(): Promise<void> {
    if (!isLocked()) return
    const wanted = id
    if ((await keys.fetch(wanted)) && wanted === id) core.connect(hosted(id))
    draw()
  }

  /** A keychain that is unlocked later is noticed by itself. */
  async function watchKeychain(): Promise<void> {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    while (!signal.aborted && isLocked()) {
      await sleep(clock, AGAIN_MS, signal)
      await fetchKey()
    }
  }

  function watch(): void {
    watchKeychain().catch((error) => {
      if (!waiting.signal.aborted) log(`the keychain is not asked any more: ${error}`)
    })
  }

  async function connectHosted(): Promise<void> {
    if (isLocked()) await keys.fetch(id)
    core.connect(hosted(id))
    watch()
  }

  /** Tells why, and goes on trying: the studio is the way to rehearse, and nothing else is in use. */
  async function joinStudio(signal: AbortSignal): Promise<void> {
    for (let told = false; !signal.aborted; told = true) {
      try {
        const connection = await services.studio.join()
        if (!signal.aborted) core.connect(connection)
        return
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        log(message)
        if (!told) core.notice('studioFailed', message)
        await sleep(clock, AGAIN_MS, signal).catch(() => {})
      }
    }
  }

  function refuseOnAir(): void {
    const [name] = onAirOf(core.store.get())
    if (name !== undefined) throw new Refused({ reason: 'targetLocked', projectName: name })
  }

  services.studio.onRestarted((connection) => {
    if (id !== STUDIO_PROFILE) return
    core.connect(connection)
    core.notice('studioRestarted', connection.baseUrl)
  })

  return {
    id: () => id,
    run: () => run,
    fixedName: (profileId) =>
      profileId === STUDIO_PROFILE ? STUDIO_NAME : profileId === RUN_PROFILE && run ? run.name : null,
    async start(asked) {
      if (asked) {
        const { baseUrl } = asked
        run = { id: RUN_PROFILE, name: runName(baseUrl), baseUrl, account: DEFAULT_ACCOUNT }
        if (asked.key !== null) keys.hold(RUN_PROFILE, asked.key)
      }
      const last = core.settings.get().profileId
      id = run ? RUN_PROFILE : book.find(last) ? last : STUDIO_PROFILE
      draw()
      // Not waited for: other profiles can be chosen while the studio cannot be started.
      if (id === STUDIO_PROFILE) joinStudio(waiting.signal).catch((error) => log(String(error)))
      else await connectHosted()
    },
    async use(profileId) {
      const profileName = nameOf(profileId)
      if (profileId === id) return { what: 'profileSwitched', profileName }
      refuseOnAir()
      if (book.find(profileId)?.keyKept) await keys.fetch(profileId)
      const connection = await wayTo(profileId)
      // All this took a while: what was off may have been started since.
      refuseOnAir()
      const before = id
      id = profileId
      waiting.abort()
      core.connect(connection)
      keys.release(before)
      watch()
      if (profileId !== RUN_PROFILE) await core.settings.change({ profileId })
      if (before === STUDIO_PROFILE) await services.studio.leave()
      return { what: 'profileSwitched', profileName }
    },
    refuseOnAir,
    connectAnew: connectHosted,
    fetchKey,
    async connectionFor(profileId) {
      const name = nameOf(profileId)
      if (book.find(profileId)?.keyKept) await keys.fetch(profileId)
      const needsKey = profileId !== STUDIO_PROFILE && keys.value(profileId) === null
      if (needsKey) throw new Refused(whyNoKey(profileId, name))
      return {
        name,
        connection: await wayTo(profileId),
        async release() {
          if (profileId === id) return
          keys.release(profileId)
          if (profileId === STUDIO_PROFILE) await services.studio.leave()
        },
      }
    },
    stop: () => waiting.abort(),
  }

  function whyNoKey(profileId: string, profileName: string) {
    const place = keys.place(profileId, book.find(profileId)?.keyKept ?? false)
    const { state, about } = keys.state()
    if (place !== 'locked') return { reason: 'noKey', profileName } as const
    if (state === 'none') return { reason: 'keychainFailed', message: about ?? '' } as const
    return { reason: 'keychainLocked' } as const
  }
}
