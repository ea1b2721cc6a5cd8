/**
 * The one builder of commands about a project, for every surface: tray, hotkeys, panel, links and command line. Each names
 * the project that its surface shows and, where it means what is on air, the broadcast seen there. Whether it may be
 * carried out is for the guard to say.
 */
import type { ArmMode } from '../commands/arm.ts'
import type { CommandInput } from '../commands/commands.ts'
import type { Refusal } from '../outcome.ts'
import { type AppState, isRunning, type ProjectState, targetOf } from '../state.ts'
import { seenLiveId } from '../view/reasons.ts'

/** The command that is meant, or why there is none. */
export type Intent = CommandInput | Refusal

/** Asks for something of a project, as it is seen. */
export type Ask = (show: Intents, project: ProjectState) => Intent

/** @param project null: none is seen */
export function intend(project: ProjectState | null, ask: Ask): Intent {
  return project ? ask(intents(project), project) : { reason: 'noTarget' }
}

export type Intents = ReturnType<typeof intents>

/** What can be asked for of a project that is seen, in the state it is seen in. */
export function intents(project: ProjectState) {
  const { id: projectId, live } = project
  const liveId = seenLiveId(project)
  const seen = { projectId, liveId }

  /** What runs must be known by its id: nothing is not the same as not known. */
  function running<C extends CommandInput>(command: (seen: { projectId: string; liveId: string }) => C): C | Refusal {
    if (liveId !== null) return command({ projectId, liveId })
    return { reason: live !== null && !isRunning(live) ? 'notLive' : 'notKnown' }
  }

  return {
    goLive: (despiteFaults?: boolean, confirmed?: boolean) =>
      ({ type: 'goLive', projectId, despiteFaults, confirmed }) as const,
    armGoLive: (mode: 'press' | 'menu') => ({ type: 'armGoLive', projectId, mode }) as const,
    armStop: (mode: ArmMode) =>
      isRunning(live)
        ? ({ type: 'armStop', ...seen, mode } as const)
        : running((broadcast) => ({ type: 'armStop', ...broadcast, mode }) as const),
    sync: () => running((broadcast) => ({ type: 'sync', ...broadcast }) as const),
    switchScene: (sceneId: string, take?: boolean) => ({ type: 'switchScene', ...seen, sceneId, take }) as const,
    nextScene: (take?: boolean) => ({ type: 'nextScene', ...seen, take }) as const,
    previousScene: (take?: boolean) => ({ type: 'previousScene', ...seen, take }) as const,
    backToScene: (take?: boolean) => ({ type: 'backToScene', ...seen, take }) as const,
    setAutoSync: (on: boolean) => ({ type: 'setAutoSync', ...seen, on }) as const,
    setPlayback: (layerId: string, action: 'start' | 'stop') =>
      running((broadcast) => ({ type: 'setPlayback', ...broadcast, layerId, action }) as const),
    setOpeningScene: (sceneId: string | null) => ({ type: 'setOpeningScene', projectId, sceneId }) as const,
    refresh: () => ({ type: 'refresh', projectId }) as const,
    checkDestinations: () => ({ type: 'checkDestinations', projectId }) as const,
    unlockGoLive: () => ({ type: 'unlockGoLive', projectId }) as const,
    acknowledge: () => ({ type: 'acknowledge', projectId }) as const,
  }
}

/** The project that is looked at: the one that was named, by id, as far as it is followed; else the show target. */
export function projectOf(state: AppState, named: string | null): ProjectState | null {
  if (named === null) return targetOf(state)
  // What comes over a socket is an ordinary object: it answers to names nobody put there.
  return Object.hasOwn(state.projects, named) ? (state.projects[named] ?? null) : null
}
