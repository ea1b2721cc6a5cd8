import {
  type DesktopState,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type UpdateState,
} from '../../../shared/settings/desktop.ts'
import { NOTIFICATION_WORDS } from '../../../shared/words/desktop/desktop.ts'
import {
  COMMAND_WORDS,
  captureLimit,
  commandSentence,
  DESKTOP_HEADINGS,
  DESKTOP_NAMES,
  loginSentence,
  NOTIFICATIONS_ABOUT,
  notificationFailed,
  UPDATE_REASONS,
  updateSentence,
} from '../../../shared/words/desktop/desktopSettings.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { SettingSwitch } from '../../ui/form/SettingSwitch.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { Cross, Dots, Tick } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { ThisComputer } from './ThisComputer.tsx'

const SIGNS: Partial<Record<UpdateState['state'], typeof Tick>> = {
  none: Tick,
  checking: Dots,
  loading: Dots,
  failed: Cross,
}

/**
 * The state of updates. The install button stays enabled while an update waits: the core refuses it while live, and
 * says why.
 */
export function Updates({ update }: { update: UpdateState }) {
  const Sign = SIGNS[update.state]
  return (
    <Card heading={DESKTOP_HEADINGS.updates} level={3}>
      <div className={update.state === 'failed' ? 'update strong' : 'update'} role="status" data-state={update.state}>
        {Sign && <Sign />}
        <p>{updateSentence(update)}</p>
      </div>
      <div className="row setting-acts">
        {(update.state === 'ready' || update.state === 'held') && (
          <CommandButton
            name={DESKTOP_NAMES.install}
            spot="update"
            className="main"
            command={{ type: 'installUpdate' }}
          />
        )}
        <CommandButton
          name={DESKTOP_NAMES.look}
          spot="update"
          reason={whyNotLook(update)}
          command={{ type: 'checkForUpdate' }}
        />
        <Answer spots={['update']} />
      </div>
    </Card>
  )
}

function whyNotLook({ state }: UpdateState): string | null {
  return state === 'unpackaged' || state === 'checking' || state === 'loading' ? UPDATE_REASONS[state] : null
}

/** Which system notifications Cuelight shows, by kind. */
export function Notifications({ muted, failed }: { muted: readonly NotificationKind[]; failed: string | null }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  function tell(kind: NotificationKind, on: boolean): void {
    const mutedNotifications = NOTIFICATION_KINDS.filter((one) => (one === kind ? !on : muted.includes(one)))
    void press('notifications', { type: 'setDesktop', mutedNotifications })
  }
  return (
    <Card heading={DESKTOP_HEADINGS.notifications} level={3}>
      <p className="small">{NOTIFICATIONS_ABOUT}</p>
      {failed !== null && <p className="setting-said">{notificationFailed(failed)}</p>}
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
      <Answer spots={['notifications']} />
    </Card>
  )
}

/** The command that lets other programs control Cuelight: where it is installed, and a button to install it. */
export function CommandCard({ command }: { command: DesktopState['command'] }) {
  return (
    <Card heading={DESKTOP_HEADINGS.command} level={3}>
      <p>{commandSentence(command)}</p>
      <p className="small">{COMMAND_WORDS.about}</p>
      <div className="row setting-acts">
        <CommandButton
          name={command.path === null ? DESKTOP_NAMES.installCommand : DESKTOP_NAMES.installAgain}
          spot="command"
          command={{ type: 'installCommand' }}
        />
        <Answer spots={['command']} />
      </div>
    </Card>
  )
}

/** How Cuelight behaves on this desktop: start, windows, notifications, command and updates. */
export function DesktopSection() {
  const desktop = usePanel(({ state }) => state?.desktop ?? null)
  if (!desktop) return null
  return (
    <>
      <Starting desktop={desktop} />
      <Notifications muted={desktop.settings.mutedNotifications} failed={desktop.notifications.failed} />
      <CommandCard command={desktop.command} />
      <Updates update={desktop.update} />
      <ThisComputer />
    </>
  )
}

function Starting({ desktop: { settings, login, platform } }: { desktop: DesktopState }) {
  const said = loginSentence(settings.launchAtLogin, login)
  const limit = captureLimit(platform)
  return (
    <>
      <Card heading={DESKTOP_HEADINGS.starting} level={3}>
        <ul className="setting-list">
          <SettingSwitch setting="launchAtLogin">{said && <p className="setting-said">{said}</p>}</SettingSwitch>
          <SettingSwitch setting="startHidden" />
        </ul>
      </Card>
      <Card heading={DESKTOP_HEADINGS.windows} level={3}>
        <ul className="setting-list">
          <SettingSwitch setting="hideFromCapture">{limit && <p className="setting-said">{limit}</p>}</SettingSwitch>
        </ul>
      </Card>
    </>
  )
}
