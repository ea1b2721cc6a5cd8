import { SETUP_NAMES } from '../../../shared/words/setup.ts'
import { SUPPORT_HEADINGS, SUPPORT_WORDS } from '../../../shared/words/support.ts'
import { Card } from '../../ui/Card.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { ImportSettings } from './ImportSettings.tsx'
import './Support.css'

/** What can be taken out of Cuelight and into it again, for help and for another machine. */
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
        <SaveButton handout="support" name={SETUP_NAMES.saveSupport} about={SUPPORT_WORDS.noSecret} />
      </Card>
      <Card heading={SUPPORT_HEADINGS.settings} level={3}>
        <SaveButton handout="settings" name={SETUP_NAMES.saveSettings} about={SUPPORT_WORDS.exporting} />
        <ImportSettings />
      </Card>
    </>
  )
}
