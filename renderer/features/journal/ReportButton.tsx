import { type ComponentType, useState } from 'react'
import { JOURNAL_WORDS } from '../../../shared/words/journal.ts'
import { Printer } from '../../ui/icons.tsx'

type Dialog = ComponentType<{ onClose(): void }>

/** Opens the show report, which comes as a script of its own: nobody needs it at the first look. */
export function ReportButton() {
  const [dialog, setDialog] = useState<Dialog | 'failed' | null>(null)
  const [open, setOpen] = useState(false)
  const Loaded = dialog
  async function onClick(): Promise<void> {
    setOpen(true)
    if (dialog === null || dialog === 'failed') {
      const loaded = await load()
      setDialog(() => loaded)
    }
  }
  return (
    <>
      {open && dialog === 'failed' && <span role="alert">{JOURNAL_WORDS.reportNotLoaded}</span>}
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => void onClick()}>
        <Printer />
        <span className="report-word">{JOURNAL_WORDS.report}</span>
      </button>
      {open && Loaded !== null && Loaded !== 'failed' && <Loaded onClose={() => setOpen(false)} />}
    </>
  )
}

async function load(): Promise<Dialog | 'failed'> {
  try {
    return (await import('./ReportDialog.tsx')).default
  } catch {
    // The core is gone, or has been replaced by another version.
    return 'failed'
  }
}
