/**
 * The one builder of commands about a project, for every surface: tray, hotkeys, panel, links and command line. Each
 * command names the project that its surface shows and, if it concerns what is on air, the broadcast seen there. The
 * guard decides whether it may be carried out.
 */
import type { ArmMode } from '../commands/arm.ts'
import type { CommandInput } from '../commands/commands.ts'
import type { Refusal } from '../outcome.ts'
import { type AppState, isRunning, type ProjectState, targetOf } from '../state.ts'
import { seenLiveId } from '../view/reasons.ts'

/** The command, or why there is none. */
export type Intent = CommandInput | Refusal

/** Builds a command about a project from its displayed state. */
export type Ask = (show: Intents, project: ProjectState) => Intent

/** @param project null: none is shown */
export function intend(project: ProjectState | null, ask: Ask): Intent {
  return project ? ask(intents(project), project) : { reason: 'noTarget' }
}

export type Intents = ReturnType<typeof intents>

/** The commands available for a project in its displayed state. */
export function intents(project: ProjectState) {
  const { id: projectId, live } = project
  const liveId = seenLiveId(project)
  const seen = { projectId, liveId }

  /** The running broadcast must have a known id: "nothing runs" and "unknown" are different refusals. */
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

/** The project being viewed: the one with the given id, if it is being watched; without an id, the show target. */
export function projectOf(state: AppState, named: string | null): ProjectState | null {
  if (named === null) return targetOf(state)
  // State from a socket is an ordinary object with inherited properties, which are no projects.
  return Object.hasOwn(state.projects, named) ? (state.projects[named] ?? null) : null
}
