import { useState } from 'react'
import { JOURNAL_WORDS } from '../../../shared/words/reports/journal.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Printer } from '../../ui/icons/lateIcons.tsx'
import { late } from '../../ui/screen/late.tsx'

/** A separate script: not needed at first. */
const Dialog = late(
  async () => (await import('./ReportDialog.tsx')).default,
  <span role="alert">{JOURNAL_WORDS.reportNotLoaded}</span>,
)

/** Opens the show report. If its script failed to load, another click retries. */
export function ReportButton() {
  const [asked, setAsked] = useState(0)
  return (
    <>
      {asked > 0 && <Dialog key={asked} onClose={() => setAsked(0)} />}
      <Button aria-haspopup="dialog" onClick={() => setAsked(asked + 1)}>
        <Printer />
        <span className="report-word">{JOURNAL_WORDS.report}</span>
      </Button>
    </>
  )
}
