import type { Desktop } from '../../electron/core/commands/ports.ts'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import type { ByHand, Updater } from '../../electron/shell/updates/updater.ts'
import { createUpdates } from '../../electron/shell/updates/updates.ts'
import type { UpdateState } from '../../shared/settings/desktop.ts'
import type { Stage } from '../core/stage.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'

/** An updater that finds what it is told to, and notes what is asked of it. */
export class ScriptedUpdater implements Updater {
  autoDownload = true
  autoInstallOnAppQuit = true
  /** What the feed offers. */
  offered: string | null = null
  /** What goes wrong next, by what is asked. */
  fault: { check?: Error; load?: Error; install?: Error } = {}
  readonly asked: string[] = []
  readonly #listeners: ((error: Error) => void)[] = []

  async checkForUpdates() {
    this.asked.push('check')
    if (this.fault.check) throw this.fault.check
    return { isUpdateAvailable: this.offered !== null, updateInfo: { version: this.offered ?? '0.0.0' } }
  }

  async downloadUpdate() {
    this.asked.push('load')
    if (this.fault.load) throw this.fault.load
  }

  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean) {
    this.asked.push(`install silent=${isSilent} run=${isForceRunAfter}`)
    if (this.fault.install) for (const listener of this.#listeners) listener(this.fault.install)
  }

  on(_: 'error', listener: (error: Error) => void) {
    this.#listeners.push(listener)
  }
}

export interface UpdatesUnderTest {
  updater: ScriptedUpdater
  /** How often the updater was loaded. */
  loads(): number
  /** What was to be called once Cuelight has ended in order. */
  restarts: (() => Promise<never>)[]
  log: string[]
  state(): UpdateState
  stop(): void
}

/** Updates around the core of a stage, as the shell lends them to it. */
export async function updatesOn({ rig }: Stage, byHand: ByHand | null = null): Promise<UpdatesUnderTest> {
  const updater = new ScriptedUpdater()
  const restarts: (() => Promise<never>)[] = []
  const log: string[] = []
  let loads = 0
  rig.core.store.change((draft) => {
    draft.desktop = firstDesktopState(process, rig.core.settings.get().desktop)
  })
  const { port, stop } = createUpdates({
    ...{ core: rig.core, clock: rig.clock, byHand, random: () => 0 },
    log: (line) => log.push(line),
    async loadUpdater() {
      loads += 1
      return updater
    },
    restart: (install) => restarts.push(install),
  })
  rig.core.provide({ desktop: { updates: port } as Desktop })
  closing({ close: async () => stop() })
  return {
    ...{ updater, restarts, log, stop },
    loads: () => loads,
    state() {
      const { desktop } = rig.state()
      if (!desktop) throw new Error('there is no desktop')
      return desktop.update
    },
  }
}

/** Lets what was asked for by now come to its end. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await breathe()
}
