import type { NotificationKind } from '../../../shared/settings/desktop.ts'
import type { AppState } from '../../../shared/state.ts'
import type { Message } from '../../../shared/words/notifications.ts'
import type { Does } from '../menuAction.ts'

/** Something to notify a person of. */
export interface Told extends Message {
  kind: NotificationKind
  /** What it is about, exactly: the same is told once. */
  once: string
  /** A button, where the platform has one. A click beside it opens the panel. */
  action: { label: string; does: Does } | null
  /** Nobody here did it, and it must not wait until somebody looks: it is seen and heard over other programs, too. */
  alarm?: true
}

/** The state as it was at a wall time, in ms. */
export interface Look {
  state: AppState
  at: number
}
