import type { NotificationKind } from '../../../shared/settings/desktop.ts'
import type { AppState, ProjectState } from '../../../shared/state.ts'
import type { Message } from '../../../shared/words/notifications.ts'
import type { MenuAction } from '../../app/dispatch.ts'

/** Something to notify a person of. */
export interface NotificationText extends Message {
  kind: NotificationKind
  /** What it is about, exactly: the same is told once. */
  once: string
  /** A button, where the platform has one. A click beside it opens the panel. */
  action: { label: string; does: MenuAction } | null
  /** Nobody here did it, or it ends by itself, and it must not wait until somebody looks: it is seen and heard over other programs, too. */
  alarm?: true
}

/** The state as it was at a wall time, in ms. */
export interface Snapshot {
  state: AppState
  at: number
}

/** A project as it was and as it is. */
export interface Pair {
  was: ProjectState
  is: ProjectState
}

/** News, and the project it is about. */
export interface Change extends NotificationText {
  about: string | null
}
