/** A show as it is known here, to be rehearsed on a studio of its own. Scenes keep their ids. */
import { isRunning, type ProjectState } from '../state.ts'

export interface RehearsedShow {
  readonly projectId: string
  readonly name: string
  readonly autoSync: boolean
  readonly pluginMode: boolean
  readonly destinations: readonly { name: string; provider: string; loginExpired: boolean }[]
  readonly scenes: readonly { id: string; name: string }[]
  readonly activeSceneId: string | null
  /** What runs; `sceneId` null: unknown. */
  readonly onAir: { sceneId: string | null; isPreparing: boolean } | null
  /** Viewers do not see every change yet. */
  readonly isUnsynced: boolean
}

/** Null: too little is known of the project. */
export function rehearsedShow({ live, settings, scenes, ...project }: ProjectState): RehearsedShow | null {
  if (!live || !scenes || settings?.autoSync == null) return null
  const { autoSync, pluginMode, destinations } = settings
  const { check, air, unsynced } = project
  return {
    ...{ projectId: project.id, name: project.name, autoSync, pluginMode },
    destinations: destinations.map(({ id, name, provider }) => ({
      ...{ name, provider },
      loginExpired: check?.results[id ?? '']?.valid === false,
    })),
    scenes: scenes.map(({ id, name }) => ({ id, name })),
    activeSceneId: scenes.find(({ isActive }) => isActive)?.id ?? null,
    onAir: isRunning(live) ? { sceneId: air.sceneId, isPreparing: live.status === 'PREPARING' } : null,
    isUnsynced: unsynced.some === true,
  }
}
