import type { ReactNode } from 'react'
import { SWITCH_WORDS } from '../../../shared/words/desktop/desktopSettings.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import type { DesktopSwitch } from '../../store/submissions.ts'
import { Answer } from '../feedback/Answer.tsx'
import { Switch } from './Switch.tsx'
import './Settings.css'

/** One switch of the desktop app, with its meaning and further notes beneath. */
export function SettingSwitch({ setting, children }: { setting: DesktopSwitch; children?: ReactNode }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const on = usePanel(({ state }) => state?.desktop?.settings[setting] ?? null)
  const spot = `desktop:${setting}` as const
  const { name, about } = SWITCH_WORDS[setting]
  return (
    <li className="setting">
      <Switch
        name={name}
        spot={spot}
        on={on}
        onSwitch={(next) => void press(spot, { type: 'setDesktop', [setting]: next })}
        reason={reason}
        about={about}
      />
      <p className="small" aria-hidden="true">
        {about}
      </p>
      {children}
      <Answer spots={[spot]} />
    </li>
  )
}
