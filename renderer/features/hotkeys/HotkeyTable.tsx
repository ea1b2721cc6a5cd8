import { type DesktopState, HOTKEY_ACTIONS } from '../../../shared/settings/desktop.ts'
import { EDITOR_COLUMNS } from '../../../shared/words/hotkeysEditor.ts'
import { HotkeyRow } from './HotkeyRow.tsx'
import { useRecorder } from './useRecorder.ts'

/** All actions there is a key for: a table where there is room, and cards where there is not. */
export function HotkeyTable({ desktop }: { desktop: DesktopState }) {
  const recorder = useRecorder(desktop.platform)
  return (
    <table className="hotkeys">
      <thead>
        <tr>
          {Object.values(EDITOR_COLUMNS).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {HOTKEY_ACTIONS.map((action) => (
          <HotkeyRow
            key={action}
            action={action}
            entry={desktop.hotkeys[action]}
            platform={desktop.platform}
            recorder={recorder}
          />
        ))}
      </tbody>
    </table>
  )
}
