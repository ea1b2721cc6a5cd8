import type { DesktopState } from '../../../shared/settings/desktop.ts'
import { captureLimit, DESKTOP_HEADINGS, loginSentence } from '../../../shared/words/desktopSettings.ts'
import { useMirror } from '../../store/context.tsx'
import { Card } from '../../ui/Card.tsx'
import { SettingSwitch } from '../../ui/SettingSwitch.tsx'
import { CommandCard } from './CommandCard.tsx'
import { Notifications } from './Notifications.tsx'
import { Updates } from './Updates.tsx'

/** How Cuelight lives on this desktop: when it starts, what it shows, what it tells, how it is kept new. */
export function DesktopSection() {
  const desktop = useMirror(({ state }) => state?.desktop ?? null)
  if (!desktop) return null
  return (
    <>
      <Starting desktop={desktop} />
      <Notifications muted={desktop.settings.mutedNotifications} />
      <CommandCard command={desktop.command} />
      <Updates update={desktop.update} />
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
