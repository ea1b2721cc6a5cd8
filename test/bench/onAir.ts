import type { Core } from '../../electron/core/core.ts'
import { unreadProject } from '../../shared/state.ts'

/** The show of the benches, "p1", has been read to be on air as "l1". */
export function putOnAir({ store, clock }: Core): void {
  store.change((draft) => {
    const none = { destinations: [], startedAt: null, endsAt: null, viewers: null, peakViewers: null, onAir: null }
    const live = { ...none, status: 'LIVE', liveId: 'l1', readAt: clock.now() } as const
    draft.projects.p1 = { ...unreadProject('p1', 'Show'), live }
    draft.targetId = 'p1'
  })
}
