import type { IndependentServer } from '../fakes/independent/server.ts'
import { truthOf } from './sight.ts'
import type { Wire } from './wire.ts'

/** Which scene our own doing put on air last, of the project that is looked at. */
export interface LastPut {
  /** Null: nothing runs, or none is known of. */
  sceneId(): string | null
  /** A request of ours was answered well. */
  answered(wire: Wire): void
  /** To be called whenever time moves: a new broadcast begins with the scene that is active then. */
  look(): void
}

export function createLastPut(server: IndependentServer, target: () => string | null): LastPut {
  let put: { liveId: string | null; sceneId: string | null } = { liveId: null, sceneId: null }

  function note(projectId: string): void {
    const truth = truthOf(server, projectId)
    put = { liveId: truth?.liveId ?? null, sceneId: truth?.onAirSceneId ?? null }
  }

  return {
    sceneId: () => put.sceneId,
    answered({ operation, projectId }) {
      if (projectId === null || projectId !== target()) return
      // A switch puts nothing on air unless auto-sync carries it.
      const carried = operation === 'activate' && truthOf(server, projectId)?.autoSynch
      if (carried || operation === 'start' || operation === 'sync') note(projectId)
    },
    look() {
      const targetId = target()
      if (targetId !== null && (truthOf(server, targetId)?.liveId ?? null) !== put.liveId) note(targetId)
    },
  }
}
