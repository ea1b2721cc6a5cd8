import { NOTIFICATION_KINDS, type NotificationKind } from '../../../shared/settings/desktop.ts'
import { NOTIFICATION_WORDS } from '../../../shared/words/desktop.ts'
import { DESKTOP_HEADINGS, NOTIFICATIONS_ABOUT } from '../../../shared/words/desktopSettings.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** What the system tells for Cuelight, kind by kind. */
export function Notifications({ muted }: { muted: readonly NotificationKind[] }) {
  const { press } = useActions()
  const reason = useMirror(whyNoLink)
  function tell(kind: NotificationKind, on: boolean): void {
    const mutedNotifications = NOTIFICATION_KINDS.filter((one) => (one === kind ? !on : muted.includes(one)))
    void press('notifications', { type: 'setDesktop', mutedNotifications })
  }
  return (
    <Card heading={DESKTOP_HEADINGS.notifications} level={3}>
      <p className="small">{NOTIFICATIONS_ABOUT}</p>
      <ul className="setting-list">
        {NOTIFICATION_KINDS.map((kind) => (
          <li className="setting" key={kind}>
            <Switch
              name={NOTIFICATION_WORDS[kind]}
              spot="notifications"
              on={!muted.includes(kind)}
              onSwitch={(on) => tell(kind, on)}
              reason={reason}
              about=""
            />
          </li>
        ))}
      </ul>
      <Answer spots={SPOTS} />
    </Card>
  )
}

const SPOTS = ['notifications'] as const
