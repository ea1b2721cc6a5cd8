import { type ReactNode, useState } from 'react'
import { NAMES } from '../../../shared/words/labels.ts'
import { ChevronDown } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import './News.css'

/**
 * All that stands between the tally and the show. Where there is little room it is one line, the gravest, and the rest a
 * press away: no news may push Stop, Sync and the scenes out of sight.
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
