/** What regular readings of followed projects show: their outline, another client's sync, or a gap that hides one. */
import type { ProjectState } from '../../../shared/state.ts'
import type { Outline } from './content.ts'

/** The outline last read of each followed project. Wall ms. */
export function createOutlines() {
  const outlines = new Map<string, Partial<Outline> & { scenesAt?: number }>()
  return {
    /** A reading was accepted. */
    tell(projectId: string, part: Partial<Outline>, askedAt: number): void {
      outlines.set(projectId, { ...outlines.get(projectId), ...part, ...(part.scenes && { scenesAt: askedAt }) })
    },
    /** The outline, if its scenes were read since then. */
    of(projectId: string, since: number): Outline | null {
      const { settings, scenes, scenesAt = 0 } = outlines.get(projectId) ?? {}
      return settings && scenes && scenesAt >= since ? { settings, scenes } : null
    },
  }
}

/** Returns true when the service counts fewer edits than before, but some: another client synced, then edited on. */
export function createCounts() {
  const counts = new Map<string, number>()
  return ({ id, unsynced }: ProjectState): boolean => {
    const before = counts.get(id) ?? 0
    const now = unsynced.basis === 'service' ? (unsynced.edits ?? 0) : 0
    counts.set(id, now)
    return now > 0 && now < before
  }
}

/**
 * The projects whose snapshot is from this process and whose live status was read without a gap since. During a gap, as
 * during a restart, another client's sync goes unnoticed.
 */
export function createFollowed() {
  const readAts = new Map<string, number>()
  return {
    begin: (projectId: string, project: ProjectState | undefined) =>
      readAts.set(projectId, project?.live?.readAt ?? 0),
    read(projectId: string, project: ProjectState | undefined): void {
      const before = readAts.get(projectId)
      if (before === undefined) return
      const { readAt } = project?.live ?? {}
      if (!project || readAt === undefined || readAt - before > project.staleAfterMs) readAts.delete(projectId)
      else readAts.set(projectId, readAt)
    },
    has: (projectId: string) => readAts.has(projectId),
  }
}
