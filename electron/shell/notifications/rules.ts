/** What the user is notified of: news of the projects, and outcomes of commands. Pure. */
import type { Snapshot } from '../../../shared/news/news.ts'
import { projectNews, worldOf } from '../../../shared/news/rules.ts'
import { NEWS } from '../../../shared/words/desktop/notifications.ts'
import { commandChange } from './commandChanges.ts'
import type { Change, NotificationText } from './notification.ts'

/**
 * News between two snapshots; nothing that was already true at the first one. There is no news between snapshots of
 * different accounts. Kinds that the user muted are left out.
 */
export function notificationsBetween(before: Snapshot, after: Snapshot): NotificationText[] {
  if (worldOf(before.state) !== worldOf(after.state)) return []
  const muted = after.state.desktop?.settings.mutedNotifications ?? []
  const all: Change[] = [
    ...commandChange(before, after),
    ...projectNews(before, after).map((one) => ({ ...one, action: null })),
  ]
  const news = all.filter(({ kind }) => !muted.includes(kind))
  const settled = new Set(news.flatMap(({ kind, about }) => (kind === 'settled' ? [about] : [])))
  return news
    .filter(({ kind, about }) => !(SAID_BY_SETTLING.includes(kind) && settled.has(about)))
    .map(({ about: _, ...text }) => (after.state.service.rehearsal ? { ...text, ...NEWS.rehearsed(text) } : text))
}

/** That it runs, or does not, is what the settling found out: one notification is enough. */
const SAID_BY_SETTLING: readonly NotificationText['kind'][] = ['live', 'stopped']
