import { randomBytes } from 'node:crypto'
import { BASE_PATH } from '../../shared/contract/limits.ts'
import type { Meanings } from '../../shared/contract/meanings.ts'
import type { RehearsedShow } from '../../shared/rehearsal/rehearsedShow.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { once } from '../../shared/util/once.ts'
import { administrationService } from './administration/service.ts'
import { ADMINISTRATION_PATH } from './administration/table.ts'
import { type Broadcasting, createBroadcasting } from './broadcasting/broadcasting.ts'
import { type Begin, Core } from './core.ts'
import { Catalogue } from './files/catalogue/catalogue.ts'
import { addDemoFiles } from './files/catalogue/demo.ts'
import { type FileSettings, type Files, openFiles } from './files/files.ts'
import { accessOf } from './http/access.ts'
import { ExternalService } from './http/external.ts'
import { FaultyService } from './http/faults/faultyService.ts'
import { listen, type Patience } from './http/server.ts'
import { ensureKeyFile } from './keyFile.ts'
import { addWatchPage, isForReal, WATCH_PAGE } from './rules/account/servers.ts'
import { addDemo } from './rules/demo/demo.ts'
import { addWholeDemo } from './rules/demo/demoLibrary.ts'
import { addRehearsed } from './rules/demo/rehearsed.ts'
import { listFaults } from './rules/faults/faults.ts'
import { find } from './rules/world/find.ts'
import type { MediaLookup } from './rules/world/media.ts'
import { STUDIO, settingsOf, type Timings } from './rules/world/world.ts'
import { startScheduler } from './scheduler.ts'
import { openDataDir } from './storage/openDataDir.ts'
import { type Audience, createAudience } from './watch/audience.ts'
import { watchService } from './watch/service.ts'
import { openWatchPage, type WatchPage } from './watch/watchPage.ts'

export interface StudioOptions {
  /** 0 takes any free one. */
  readonly port: number
  /** Null keeps everything in memory. For a data dir, the caller must hold its lock. */
  readonly dataDir: string | null
  /** A socket file to listen on in addition to the port, accessible to this user only. */
  readonly socket?: string | null
  readonly clock: Clock
  /** Stored, as if they were set through the administration. */
  readonly timings?: Partial<Timings>
  /** How to read what the contract leaves open. Stored, as the timings are. */
  readonly meanings?: Partial<Meanings>
  /** Looks up files beyond those in the catalogue. */
  readonly media?: MediaLookup
  /** The contents of a new data dir; left out, `whole`. `shows` has no playlist, no file and no past broadcasts. */
  readonly demo?: 'whole' | 'shows' | RehearsedShow
  /** Accepted for this run only, in addition to those the studio has created. */
  readonly keys?: readonly string[]
  /** A file that must contain a valid key of this studio; the key is created if it does not. */
  readonly keyFile?: string
  readonly log?: (line: string) => void
  /** Called after each step of what may take long: catching up after days, reading damaged data. */
  readonly onProgress?: () => void
  /** Called when the administration asks the studio to quit. Left out, the studio closes itself. */
  readonly onQuit?: () => void
  readonly patience?: Patience
  readonly files?: Partial<FileSettings>
}

export interface Studio {
  /** Ends with the path that every base URL of the service ends with. */
  readonly baseUrl: string
  readonly admin: { readonly url: string; readonly secret: string }
  /** No project has a server: nothing is broadcast. */
  readonly isRehearsal: boolean
  /** The path to which unreadable stored data was moved; null: it could be read. */
  readonly setAside: string | null
  close(): Promise<void>
}

/** Starts the local studio. `close` stops everything that was started. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { clock, log = () => {}, onProgress = () => {} } = options
  const opened = openDataDir(options.dataDir, clock.now(), log, onProgress)
  const begin: Begin = (draft, moment) => {
    const { demo = 'whole' } = options
    if (demo === 'shows') return addDemo(draft, moment)
    if (demo !== 'whole') return addRehearsed(draft, demo, moment)
    const catalogue = new Catalogue(opened.storage.database)
    addDemoFiles(catalogue, moment)
    addWholeDemo(draft, { ...moment, media: catalogue.media })
  }
  const core = new Core(opened, clock, begin, onProgress)
  const files = openFiles({
    database: opened.storage.database,
    ...{ dataDir: options.dataDir, settings: options.files, clock, log },
    moment: () => core.moment(),
    isAtWork: (kind) => listFaults(core.read()).some(({ fault }) => fault.kind === kind),
  })
  const audience = createAudience(core, clock, log)
  const watchPage = await openWatchPage(clock, audience.turnstile)
  const broadcasting = createBroadcasting({ core, files, watchPage, audience, clock, log })
  const parts = { core, files, broadcasting, watchPage, audience }
  try {
    setSettings(core, options)
    return { ...(await serve(parts, options, log)), setAside: opened.setAside }
  } catch (error) {
    await closeAll(parts)
    throw error
  }
}

interface Parts {
  readonly core: Core
  readonly files: Files
  readonly broadcasting: Broadcasting
  readonly watchPage: WatchPage
  readonly audience: Audience
}

async function closeAll({ core, files, broadcasting, watchPage, audience }: Parts): Promise<void> {
  await watchPage.close()
  await broadcasting.close()
  audience.close()
  await files.close()
  core.close()
}

async function serve(
  parts: Parts,
  options: StudioOptions,
  log: (line: string) => void,
): Promise<Omit<Studio, 'setAside'>> {
  const { core, files, broadcasting } = parts
  const { clock, port, dataDir, keys = [], patience } = options
  const secret = randomBytes(32).toString('base64url')
  const access = accessOf(core, keys)
  if (options.keyFile) ensureKeyFile(core, access, options.keyFile)
  const media: MediaLookup = (fileId) => files.catalogue.media(fileId) ?? options.media?.(fileId)
  const external = new FaultyService({
    core,
    clock,
    log,
    external: new ExternalService({ core, access, files, broadcasting, media, clock, log }),
  })
  const keyring = { core, dataDir, keyFile: options.keyFile ?? null }
  const quit = () => setImmediate(options.onQuit ?? (() => void studio.close()))
  const administration = administrationService({ core, files, broadcasting, keyring, secret, quit, log })
  const watch = watchService(parts)
  const server = await listen({ external, administration, watch, log }, port, patience, options.socket)
  broadcasting.targets.listensAt(server.origin)
  const stopPace = startScheduler(core, clock, log)

  const studio = {
    baseUrl: server.origin + BASE_PATH,
    admin: { url: server.origin + ADMINISTRATION_PATH, secret },
    isRehearsal: !isForReal(core.read(), null),
    // Closing twice has no further effect.
    close: once(async () => {
      stopPace()
      external.close()
      await parts.watchPage.close()
      await server.close()
      await closeAll(parts)
    }),
  }
  return studio
}

function setSettings(core: Core, { timings, meanings }: StudioOptions): void {
  if (!find(core.glance().destinations, WATCH_PAGE)) core.change(addWatchPage, 'storedLater')
  if (!timings && !meanings) return
  core.change((draft) => {
    const before = settingsOf(draft)
    draft.settings[STUDIO] = { ...before, ...timings, meanings: { ...before.meanings, ...meanings } }
    // They are passed at every start, including one on a full disk.
  }, 'storedLater')
}
