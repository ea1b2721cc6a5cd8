import type { NotificationKind } from '../../../shared/settings/desktop.ts'
import type { AppState, ProjectState } from '../../../shared/state.ts'
import type { Message } from '../../../shared/words/desktop/notifications.ts'
import type { MenuAction } from '../../app/dispatch.ts'

/** Something to notify the user of. */
export interface NotificationText extends Message {
  kind: NotificationKind
  /** Identifies its exact subject, so that it is reported only once. */
  once: string
  /** A button, if the platform has one. A click beside it opens the panel. */
  action: { label: string; does: MenuAction } | null
  /**
   * Must not wait until someone looks, because no user here caused it or it ends automatically: it is also seen and
   * heard over other programs.
   */
  alarm?: true
}

/** The state at a wall time, in ms. */
export interface Snapshot {
  state: AppState
  at: number
}

/** A project before and after. */
export interface Pair {
  was: ProjectState
  is: ProjectState
}

/** A notification, and the project it is about. */
export interface Change extends NotificationText {
  about: string | null
}
