/** Shows notifications through the system. `rules.ts` decides which. */
import { Notification } from 'electron'
import type { NotificationText } from './notification.ts'
import type { Pressed } from './notifier.ts'
import type { ShowAnswer } from './pressAnswers.ts'

/** The notifications on the screen: without a reference, one would be collected before it can be clicked. */
const shown = new Set<Notification>()
/** Older ones are out of sight: some systems never report that one was closed. */
const MOST_HELD = 50

/** Called with what became of each: null if it was shown, otherwise why not. */
export type Outcome = (failed: string | null) => void

/** Shows a notification if the system supports them; calls back when it is clicked. */
export const showNotification =
  (outcome: Outcome) =>
  ({ title, body, action }: NotificationText, onClick: (pressed: Pressed) => void): void => {
    if (!Notification.isSupported()) return
    const actions = action ? [{ type: 'button' as const, text: action.label }] : []
    const notification = followed(new Notification({ title, body, actions }), outcome)
    notification.on('click', () => onClick('body'))
    notification.on('action', () => onClick('action'))
    notification.on('close', () => shown.delete(notification))
    shown.add(notification)
    if (shown.size > MOST_HELD) shown.delete(shown.values().next().value ?? notification)
    notification.show()
  }

/**
 * Shows the outcome of a press. `critical`, because GNOME holds all others back while a program is full-screen; it is
 * removed as soon as the overlay would be.
 */
export const showAnswer =
  (outcome: Outcome): ShowAnswer =>
  (title, body) => {
    if (!Notification.isSupported()) return () => {}
    const notification = followed(new Notification({ title, body, silent: true, urgency: 'critical' }), outcome)
    notification.show()
    return () => notification.close()
  }

/**
 * A system that forbids notifications shows nothing and throws nothing (electron 45: docs/api/notification.md,
 * `failed`).
 */
function followed(notification: Notification, outcome: Outcome): Notification {
  notification.on('show', () => outcome(null))
  return notification.on('failed', (_event, error) => {
    shown.delete(notification)
    outcome(error)
  })
}
