import type { AppState } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import type { Store } from '../core/state/store.ts'
import { studioDir } from '../studio/supervisor/place.ts'
import { VERSION } from '../util/version.ts'
import { openLog } from './log.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { tellStory } from './story.ts'
import { versionsHere } from './versions.ts'

/** What helps somebody to help: a log, and a bundle of everything worth reading. Neither holds a secret. */
export interface Support {
  readonly redactor: Redactor
  /** Something went wrong, or might interest whoever looks for what did. */
  log(line: string): void
  /** Writes down from now on how the state changes. */
  follow(store: Store): void
  bundle(state: AppState): Promise<Uint8Array>
  close(): void
}

export interface SupportOptions {
  dataDir: string
  clock: Clock
  /** Where a person sees what goes wrong, e.g. the terminal. */
  alsoTo: (line: string) => void
}

export function openSupport({ dataDir, clock, alsoTo }: SupportOptions): Support {
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
    log(line) {
      file.write('warn', 'cuelight', line)
      alsoTo(redactor.redact(line))
    },
    follow(store) {
      stopFollowing = tellStory(store, clock, file)
    },
    async bundle(state) {
      // Loaded once somebody asks: nobody does during a show.
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
