import { rmSync } from 'node:fs'
import type { Meanings } from '../../../shared/contract/meanings.ts'
import type { Macro } from '../../../shared/macros/macro.ts'
import { type RehearsedShow, rehearsedShow } from '../../../shared/rehearsal/rehearsedShow.ts'
import { type AppState, type ProjectState, targetOf } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { MACRO_REFUSALS } from '../../../shared/words/commands/macros.ts'
import { Refused } from '../commands/ports.ts'
import type { Connection } from '../connection.ts'
import { type Core, createCore } from '../core.ts'
import { openSettings } from '../files/settingsFile.ts'
import type { Store } from '../state/store.ts'

/** A studio that has only the show to be rehearsed, and ends with the rehearsal. */
export interface RehearsalStudio {
  connection: Connection
  close(): Promise<void>
}

export interface StageOptions {
  clock: Clock
  /** A folder for the length of a rehearsal: what is in it is removed. */
  dir: string
  log: (line: string) => void
  /** @param meanings how the account's service behaves */
  openStudio(show: RehearsedShow, meanings: Meanings): Promise<RehearsalStudio>
}

/** Where a macro is rehearsed: a core of its own, with its own disk, journal and guard, on a studio of its own. */
export interface Stage {
  core: Core
  close(): Promise<void>
}

/** Ms for the first reading of the studio. */
const READ_WITHIN_MS = 15_000

/**
 * Opens a stage for a macro: the show of the account as it is known in `state`, with the user's settings that macros
 * depend on. Nothing here knows the account's connection or its key.
 *
 * @throws Refused; nothing is left of the stage then
 */
export async function openStage(
  { macro, project, state }: { macro: Macro; project: ProjectState; state: AppState },
  { clock, dir, log, openStudio }: StageOptions,
  signal: AbortSignal,
): Promise<Stage> {
  const show = rehearsedShow(project)
  if (!show) throw new Refused({ reason: 'notKnown' })
  rmSync(dir, { recursive: true, force: true })
  const studio = await openStudio(show, state.meanings).catch(notBegun)
  let core: Core | null = null
  const noted = (error: unknown) => log(`rehearsal: ${error}`)
  async function close(): Promise<void> {
    await core?.close().catch(noted)
    await studio.close().catch(noted)
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const { connection } = studio
    const opening = state.openings[project.id]
    await openSettings(dir, clock.now).change({
      ...{ take: state.take, preferences: state.preferences, macros: [macro] },
      targets: { [connection.id]: { id: project.id, name: project.name } },
      openings: opening ? { [connection.id]: { [project.id]: opening } } : {},
    })
    core = createCore({ dataDir: dir, clock, version: state.version, log: (line) => log(`rehearsal: ${line}`) })
    core.setVisible('panel', true)
    core.connect(connection)
    await untilRead(core.store, clock, signal)
    if (!core.store.get().service.rehearsal) throw new Error('This service would broadcast.')
    core.store.change(({ projects }) => {
      const rehearsed = projects[project.id]
      if (rehearsed) rehearsed.earlierSceneIds = [...project.earlierSceneIds]
    })
    return { core, close }
  } catch (error) {
    await close()
    return notBegun(error)
  }
}

function notBegun(error: unknown): never {
  if (error instanceof Refused) throw error
  const why = error instanceof Error ? error.message : String(error)
  throw new Refused({ reason: 'edit', message: MACRO_REFUSALS.notRehearsed(why) })
}

/** Resolves once target, scenes and settings have been read. */
function untilRead({ get, subscribe }: Store, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stopTimer()
      unsubscribe()
      signal.removeEventListener('abort', over)
      settle()
    }
    const look = () => {
      const target = targetOf(get())
      if (target?.live && target.scenes && target.settings) end(resolve)
    }
    const over = () => end(() => reject(signal.reason))
    const stopTimer = clock.after(READ_WITHIN_MS, () => end(() => reject(new Error('The studio does not respond.'))))
    const unsubscribe = subscribe(look)
    signal.addEventListener('abort', over, { once: true })
    if (signal.aborted) over()
    else look()
  })
}
