import { SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import { notSettings, SUPPORT_HEADINGS, SUPPORT_WORDS } from '../../../shared/words/panel/support.ts'
import { SaveButton } from '../../ui/actions/SaveButton.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import './Support.css'
import { type ChangeEvent, useId, useRef } from 'react'
import { LARGEST_MESSAGE } from '../../../shared/bridge/bridge.ts'
import { type CommandInput, parseCommand } from '../../../shared/commands/commands.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'

/** Imports settings that were exported elsewhere. The core validates them; refusals are shown here. */
export function ImportSettings() {
  const { press, tell } = useActions()
  const picker = useRef<HTMLInputElement>(null)
  const reason = usePanel(whyNoLink)
  const id = useId()

  async function onPicked({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = currentTarget.files?.[0]
    if (!file) return
    const text = await file.text().catch(() => null)
    // Reset, so that the same file can be picked again after it was corrected.
    if (picker.current) picker.current.value = ''
    if (text === null) return tell('import', { result: 'inert', why: SUPPORT_WORDS.unreadable })
    const command = { type: 'importSettings', text } as const
    if (!fits(command)) return tell('import', { result: 'inert', why: SUPPORT_WORDS.tooLarge })
    const answer = await press('import', command)
    if (answer?.result === 'refused' && answer.refusal.reason === 'invalid')
      tell('import', { result: 'inert', why: notSettings(answer.refusal.field) })
  }

  return (
    <div className="stack tight save">
      <p className="small">{SUPPORT_WORDS.importing}</p>
      <input
        ref={picker}
        id={id}
        className="picker"
        type="file"
        accept="application/json,.json"
        tabIndex={-1}
        aria-label={SUPPORT_WORDS.file}
        onChange={(event) => void onPicked(event)}
      />
      <div className="row">
        <PressButton
          name={SETUP_NAMES.importSettings}
          spot="import"
          reason={reason}
          onPress={() => picker.current?.click()}
        />
        <Answer spots={['import']} />
      </div>
    </div>
  )
}

/** The most that a message contains besides its command, in bytes, with a margin. */
const ENVELOPE = 500

/**
 * Whether the command fits into one message. A longer one would break the link; quotes and non-Latin text take more
 * bytes than characters.
 */
function fits(command: CommandInput): boolean {
  const bytes = new TextEncoder().encode(JSON.stringify(command)).length
  return bytes + ENVELOPE <= LARGEST_MESSAGE && 'command' in parseCommand(command)
}

/** Exports for support and for another machine, and the import of settings. */
export function SupportSection() {
  return (
    <>
      <Card heading={SUPPORT_HEADINGS.bundle} level={3}>
        <p>{SUPPORT_WORDS.bundle}</p>
        <ul className="holds">
          {SUPPORT_WORDS.holds.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <SaveButton download="support" name={SETUP_NAMES.saveSupport} about={SUPPORT_WORDS.noSecret} />
      </Card>
      <Card heading={SUPPORT_HEADINGS.settings} level={3}>
        <SaveButton download="settings" name={SETUP_NAMES.saveSettings} about={SUPPORT_WORDS.exporting} />
        <ImportSettings />
      </Card>
    </>
  )
}
