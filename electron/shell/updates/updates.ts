import type { UpdateState } from '../../../shared/settings/desktop.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { UPDATE_WORDS } from '../../../shared/words/desktop/updates.ts'
import { type Desktop, Refused } from '../../core/commands/ports.ts'
import type { Core } from '../../core/core.ts'
import { changeDesktop } from '../../core/state/store.ts'
import { createSearch, whyHeld, wordsOf } from './policy.ts'
import type { ByHand, Updater } from './updater.ts'

export interface UpdatesOptions {
  core: Pick<Core, 'store'>
  clock: Clock
  log: (line: string) => void
  /** Called only when it is first needed, and never if the user has to update. */
  loadUpdater: () => Promise<Updater>
  /** Null: this Cuelight updates itself. */
  byHand: ByHand | null
  /**
   * Shuts Cuelight down except for the process, then calls `install`. That ends the process, or rejects if it could not
   * install: then the same Cuelight has to be started again.
   */
  restart: (install: () => Promise<never>) => void
  /** 0..1, for jitter. */
  random?: () => number
}

export interface Updates {
  port: Desktop['updates']
  stop(): void
}

/** In ms: the first check is not right at the start, which belongs to the show. */
export const FIRST_CHECK_MS = 30_000
export const CHECK_MS = 6 * 60 * 60_000
/** The fraction of the time that is added at random, so that clients started together do not ask together. */
const JITTER = 0.1
/** How often to check whether a downloaded update may be installed: schedules come closer without any event. */
const LOOK_MS = 30_000
/** Ms between the outcome and the end, so that the client still receives the outcome. */
const LAST_WORDS_MS = 250

/** Looks for updates, downloads them, and installs one when the user requests it and nothing can be on air. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { core, clock, byHand, restart, random = Math.random } = options
  const show = shownIn(core)
  if (byHand) return updatedBy(byHand, show)

  const updater = once(options.loadUpdater, options.log)
  const search = createSearch({ clock, updater, show, onOver: showReady })
  const why = () => whyHeld(core.store.get(), clock.now())

  /** A downloaded update is either waiting or ready: the state shows which, and follows changes. */
  function showReady(): void {
    const version = search.ready()
    if (version === null) return
    const about = why()
    const state = about === null ? 'ready' : 'held'
    const { update } = core.store.get().desktop ?? {}
    if (update?.state !== state || update.about !== about) show({ state, about, version })
  }

  function readyVersion(): string {
    const version = search.ready()
    if (version === null) throw new Refused({ reason: 'desktop', message: UPDATE_WORDS.nothingReady })
    const message = why()
    if (message !== null) throw new Refused({ reason: 'updateHeld', message })
    return version
  }

  /** Judged again right before the end: a start may have been sent since the request. */
  async function end(): Promise<void> {
    const ready = await updater()
    if (why() === null) restart(() => installed(ready))
    else showReady()
  }

  // The state already shows what went wrong.
  const checkByItself = () => void search.check().catch(() => {})
  const spread = (ms: number) => ms * (1 + JITTER * random())
  const stops = [
    core.store.subscribe(showReady),
    again(clock, LOOK_MS, () => LOOK_MS, showReady),
    again(clock, spread(FIRST_CHECK_MS), () => spread(CHECK_MS), checkByItself),
  ]
  return {
    port: {
      check: search.check,
      async install() {
        const version = readyVersion()
        stops.push(clock.after(LAST_WORDS_MS, () => void end()))
        return version
      },
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

const shownIn =
  ({ store }: Pick<Core, 'store'>) =>
  (part: Partial<UpdateState>): void =>
    changeDesktop(store, ({ update }) => void Object.assign(update, part))

/** Never looks for updates, and shows what to do instead. */
function updatedBy({ state, about }: ByHand, show: (part: Partial<UpdateState>) => void): Updates {
  show({ state, about })
  const refuse = async (): Promise<never> => {
    throw new Refused({ reason: 'desktop', message: about })
  }
  return { port: { check: refuse, install: refuse }, stop() {} }
}

/** Loads the updater on the first request, and again after a failure. It does nothing on its own. */
function once(load: () => Promise<Updater>, log: (line: string) => void): () => Promise<Updater> {
  let loaded: Promise<Updater> | null = null
  const loadNow = async () => {
    const updater = await load()
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // Without a listener, an error would end the process.
    updater.on('error', (error) => log(`updater: ${wordsOf(error)}`))
    return updater
  }
  return () => {
    loaded ??= loadNow().catch((error) => {
      loaded = null
      throw error
    })
    return loaded
  }
}

/** Installs silently and starts the new version; rejects if that fails. */
function installed(updater: Updater): Promise<never> {
  return new Promise((_, reject) => {
    updater.on('error', (error) => reject(new Error(UPDATE_WORDS.notInstalled(wordsOf(error)))))
    updater.quitAndInstall(true, true)
  })
}

/** Calls back after `first` ms, and then repeatedly. @returns a function that ends it */
function again(clock: Clock, first: number, next: () => number, callback: () => void): () => void {
  const wait = (ms: number): (() => void) =>
    clock.after(ms, () => {
      stop = wait(next())
      callback()
    })
  let stop = wait(first)
  return () => stop()
}
