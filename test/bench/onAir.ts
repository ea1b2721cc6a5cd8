import type { Core } from '../../electron/core/core.ts'
import { unreadProject } from '../../shared/state.ts'

/** Sets the show of the benches, "p1", as read on air with broadcast "l1". */
export function putOnAir({ store, clock }: Core): void {
  store.change((draft) => {
    const none = { destinations: [], startedAt: null, endsAt: null, viewers: null, peakViewers: null, onAir: null }
    const live = { ...none, status: 'LIVE', liveId: 'l1', readAt: clock.now() } as const
    draft.projects.p1 = { ...unreadProject('p1', 'Show'), live }
    draft.targetId = 'p1'
  })
}
