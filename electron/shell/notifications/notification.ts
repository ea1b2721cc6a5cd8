import type { News } from '../../../shared/news/news.ts'
import type { MenuAction } from '../../app/dispatch.ts'

/** Something to notify the user of. */
export interface NotificationText extends News {
  /** A button, if the platform has one. A click beside it opens the panel. */
  action: { label: string; does: MenuAction } | null
}

/** A notification, and the project it is about. */
export interface Change extends NotificationText {
  about: string | null
}
