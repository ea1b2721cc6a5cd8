import { EDITOR_HEADINGS, EDITOR_WORDS, waySentence } from '../../../shared/words/hotkeysEditor.ts'
import { useMirror } from '../../store/context.tsx'
import { Card } from '../../ui/Card.tsx'
import { SettingSwitch } from '../../ui/SettingSwitch.tsx'
import { HotkeyTable } from './HotkeyTable.tsx'
import { WayOut } from './PortalHelp.tsx'
import { SelfTest } from './SelfTest.tsx'
import './Hotkeys.css'

/** Keys that work whichever program is in front: which ones, how each stands, and how a press is answered. */
export function HotkeysSection() {
  const desktop = useMirror(({ state }) => state?.desktop ?? null)
  if (!desktop) return null
  const { keys, command } = desktop
  return (
    <>
      <p className={keys.way === 'grab' ? 'setup-about' : 'setup-note'}>{waySentence(keys)}</p>
      {keys.way !== 'grab' && <WayOut installed={command.path !== null} />}
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
