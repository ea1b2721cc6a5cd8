import { randomBytes } from 'node:crypto'
import { BASE_PATH } from '../../shared/contract/limits.ts'
import type { Meanings } from '../../shared/contract/meanings.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { once } from '../../shared/util/once.ts'
import { administrationService } from './administration/service.ts'
import { ADMINISTRATION_PATH } from './administration/table.ts'
import { Core } from './core.ts'
import { Catalogue } from './files/catalogue.ts'
import { addDemoFiles } from './files/demo.ts'
import { type FileSettings, type Files, openFiles } from './files/files.ts'
import { accessOf } from './http/access.ts'
import { ExternalService } from './http/external.ts'
import { FaultyService } from './http/faults/faultyService.ts'
import { listen, type Patience } from './http/server.ts'
import { ensureKeyFile } from './keyFile.ts'
import { addDemo } from './rules/demo.ts'
import { addWholeDemo } from './rules/demoLibrary.ts'
import { listFaults } from './rules/faults.ts'
import type { MediaLookup } from './rules/media.ts'
import { STUDIO, settingsOf, type Timings } from './rules/world.ts'
import { startScheduler } from './scheduler.ts'
import { openDataDir } from './storage/openDataDir.ts'

export interface StudioOptions {
  /** 0 takes any free one. */
  readonly port: number
  /** Null keeps everything in memory. The caller holds the lock of a data dir. */
  readonly dataDir: string | null
  /** A file to listen at beside the port, for this user alone. */
  readonly socket?: string | null
  readonly clock: Clock
  /** Kept from then on, as if they were set by the administration. */
  readonly timings?: Partial<Timings>
  /** Kept as the timings are: what things mean where the contract leaves it open. */
  readonly meanings?: Partial<Meanings>
  /** The files there are. */
  readonly media?: MediaLookup
  /** What a new data dir begins with; left out, all of it. The shows alone have no list, no file and no past. */
  readonly demo?: 'whole' | 'shows'
  /** Accepted for this run only, beside those the studio has created. */
  readonly keys?: readonly string[]
  /** A file that shall hold a key of this studio; made when there is none in it that is good. */
  readonly keyFile?: string
  readonly log?: (line: string) => void
  /** Asked to quit by the administration. Left out, the studio closes itself. */
  readonly onQuit?: () => void
  readonly patience?: Patience
  readonly files?: Partial<FileSettings>
}

export interface Studio {
  /** Ends with the path every base URL of the service ends with. */
  readonly baseUrl: string
  readonly admin: { readonly url: string; readonly secret: string }
  /** Where what it had kept was put, for it could not be read; null: it was read. */
  readonly setAside: string | null
  close(): Promise<void>
}

/** Starts the local studio. Functions that start return what stops: `close` leaves nothing behind. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { clock, log = () => {} } = options
  const opened = openDataDir(options.dataDir, clock.now(), log)
  const core = new Core(opened, clock, (draft, moment) => {
    if (options.demo === 'shows') return addDemo(draft, moment)
    const catalogue = new Catalogue(opened.storage.database)
    addDemoFiles(catalogue, moment)
    addWholeDemo(draft, { ...moment, media: catalogue.media })
  })
  const files = openFiles({
    database: opened.storage.database,
    ...{ dataDir: options.dataDir, settings: options.files, clock, log },
    moment: () => core.moment(),
    isAtWork: (kind) => listFaults(core.read()).some(({ fault }) => fault.kind === kind),
  })
  try {
    setSettings(core, options)
    return { ...(await serve(core, files, options, log)), setAside: opened.setAside }
  } catch (error) {
    await files.close()
    core.close()
    throw error
  }
}

async function serve(
  core: Core,
  files: Files,
  options: StudioOptions,
  log: (line: string) => void,
): Promise<Omit<Studio, 'setAside'>> {
  const { clock, port, dataDir, keys = [], patience } = options
  const secret = randomBytes(32).toString('base64url')
  const access = accessOf(core, keys)
  if (options.keyFile) ensureKeyFile(core, access, options.keyFile)
  const media: MediaLookup = (fileId) => files.catalogue.media(fileId) ?? options.media?.(fileId)
  const external = new FaultyService({
    core,
    clock,
    log,
    external: new ExternalService({ core, access, files, media, clock, log }),
  })
  const keyring = { core, dataDir, keyFile: options.keyFile ?? null }
  const quit = () => setImmediate(options.onQuit ?? (() => void studio.close()))
  const administration = administrationService({ core, files, keyring, secret, quit, log })
  const server = await listen({ external, administration, log }, port, patience, options.socket)
  const stopPace = startScheduler(core, clock, log)

  const studio = {
    baseUrl: server.origin + BASE_PATH,
    admin: { url: server.origin + ADMINISTRATION_PATH, secret },
    // Closing twice is closing once.
    close: once(async () => {
      stopPace()
      external.close()
      await server.close()
      await files.close()
      core.close()
    }),
  }
  return studio
}

function setSettings(core: Core, { timings, meanings }: StudioOptions): void {
  if (!timings && !meanings) return
  core.change((draft) => {
    const before = settingsOf(draft)
    draft.settings[STUDIO] = { ...before, ...timings, meanings: { ...before.meanings, ...meanings } }
    // They are given at every start, also at one on a full disk.
  }, 'storedLater')
}
