import { type ReactNode, useState } from 'react'
import { NAMES } from '../../../../shared/words/labels.ts'
import { Button } from '../../../ui/button/PressButton.tsx'
import { ChevronDown } from '../../../ui/icons/icons.tsx'
import './News.css'

/**
 * All news between the tally and the show. If space is scarce only the most serious item is shown, and a button
 * unfolds the rest: news must never push Stop, Sync and the scenes out of view.
 */
export function News({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="news" data-open={open || undefined}>
      <div className="news-all">{children}</div>
      <Button
        className="quiet square news-fold"
        aria-expanded={open}
        aria-label={NAMES.allNews}
        title={NAMES.allNews}
        onClick={() => setOpen(!open)}
      >
        <ChevronDown />
      </Button>
    </div>
  )
}
