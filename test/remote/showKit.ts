import { answered, liveId, onAir, type Stage } from '../core/stage.ts'

/** What the sender of a command knows of the show, for kits of surfaces. */
export function showOf(on: Stage) {
  return {
    /** What the sender of a command has on screen. */
    seen: () => ({ projectId: on.rig.show().id, liveId: on.rig.show().live?.liveId ?? null }),
    live: async () => {
      await onAir(on)
      return { projectId: on.rig.show().id, liveId: liveId(on.rig) }
    },
    /** Moves time on until a promise settles. */
    whole: <T>(coming: Promise<T>): Promise<T> => answered(on.rig, coming),
  }
}
