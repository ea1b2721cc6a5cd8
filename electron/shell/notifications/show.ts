/** A notification as the system shows it. What is told is decided in `rules.ts`. */
import { Notification } from 'electron'
import type { NotificationText } from './notification.ts'
import type { Pressed } from './notifier.ts'
import type { ShowAnswer } from './pressAnswers.ts'

/** Those on the screen: one that nobody holds is gone before it can be pressed. */
const shown = new Set<Notification>()
/** More are in no one's sight: some systems never say that one was closed. */
const MOST_HELD = 50

type Log = (line: string) => void

/** Shows one, where the system has notifications at all; calls back when it is pressed. */
export const showNotification =
  (log: Log) =>
  ({ title, body, action }: NotificationText, onClick: (pressed: Pressed) => void): void => {
    if (!Notification.isSupported()) return
    const actions = action ? [{ type: 'button' as const, text: action.label }] : []
    const notification = loggedIfFailed(new Notification({ title, body, actions }), log)
    notification.on('click', () => onClick('body'))
    notification.on('action', () => onClick('action'))
    notification.on('close', () => shown.delete(notification))
    shown.add(notification)
    if (shown.size > MOST_HELD) shown.delete(shown.values().next().value ?? notification)
    notification.show()
  }

/**
 * Shows the answer to a press. `critical`, because GNOME keeps all others back while a program fills the screen; it is
 * taken away as soon as the overlay would be.
 */
export const showAnswer =
  (log: Log): ShowAnswer =>
  (title, body) => {
    if (!Notification.isSupported()) return () => {}
    const notification = loggedIfFailed(new Notification({ title, body, silent: true, urgency: 'critical' }), log)
    notification.show()
    return () => notification.close()
  }

/** A system that forbids them shows nothing, and throws nothing (electron 45: docs/api/notification.md, `failed`). */
function loggedIfFailed(notification: Notification, log: Log): Notification {
  return notification.on('failed', (_event, error) => {
    shown.delete(notification)
    log(`a notification could not be shown: ${error}`)
  })
}
