import {
  COMMANDS_TO_BIND,
  EDITOR_COLUMNS,
  EDITOR_HEADINGS,
  EDITOR_WORDS,
  waySentence,
} from '../../../shared/words/desktop/hotkeys.ts'
import { usePanel } from '../../store/context.tsx'
import { SettingSwitch } from '../../ui/form/SettingSwitch.tsx'
import { Columns } from '../../ui/list/Columns.tsx'
import { Facts } from '../../ui/list/Facts.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { SelfTest } from './SelfTest.tsx'
import './Hotkeys.css'
import { rulesOfKeys } from '../../../shared/hotkeys/hotkeys.ts'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS } from '../../../shared/settings/desktopNames.ts'
import { hashOf } from '../../store/place.ts'
import { HotkeyRow } from './HotkeyRow.tsx'
import { useRecorder } from './useRecorder.ts'

/** All actions that can have a hotkey: a table if there is space, otherwise cards. */
export function HotkeyTable({ desktop }: { desktop: DesktopState }) {
  const rules = rulesOfKeys(desktop.platform, desktop.keys.way)
  const recorder = useRecorder(rules)
  return (
    <table className="table hotkeys">
      <Columns names={Object.values(EDITOR_COLUMNS)} />
      <tbody>
        {HOTKEY_ACTIONS.map((action) => (
          <HotkeyRow
            key={action}
            action={action}
            entry={desktop.hotkeys[action]}
            platform={rules}
            recorder={recorder}
          />
        ))}
      </tbody>
    </table>
  )
}

/** If programs cannot register hotkeys, the desktop itself can bind one to a command. */
export function PortalHelp({ installed }: { installed: boolean }) {
  return (
    <Card heading={EDITOR_HEADINGS.wayOut} level={3}>
      <p>{EDITOR_WORDS.wayOutAbout}</p>
      <Facts
        className="to-bind"
        of={COMMANDS_TO_BIND.map(({ name, command }) => [name, <code key={name}>{command}</code>])}
      />
      {!installed && (
        <a className="button quiet" href={hashOf('desktop')}>
          {EDITOR_WORDS.toCommand}
        </a>
      )}
    </Card>
  )
}

/** Hotkeys that work in any program: which ones, their status, and how a press is acknowledged. */
export function HotkeysSection() {
  const desktop = usePanel(({ state }) => state?.desktop ?? null)
  if (!desktop) return null
  const { keys, command } = desktop
  return (
    <>
      <p className={keys.way === 'grab' ? 'setup-about' : 'card setup-note'}>{waySentence(keys)}</p>
      {keys.way !== 'grab' && <PortalHelp installed={command.path !== null} />}
      <Card heading={EDITOR_HEADINGS.keys} level={3}>
        <SelfTest desktop={desktop} />
        <HotkeyTable desktop={desktop} />
      </Card>
      <Card heading={EDITOR_HEADINGS.answers} level={3}>
        <p className="small">{EDITOR_WORDS.answersAbout}</p>
        <ul className="setting-list">
          <SettingSwitch setting="overlay" />
          <SettingSwitch setting="sound" />
        </ul>
      </Card>
    </>
  )
}
