import type { ReactNode } from 'react'
import { tableOf } from '../../../shared/words/reports/statistics.ts'

/** A table that is too wide for a narrow window: it scrolls on its own, also by keyboard. */
export function Scrolled({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="played-scroll" aria-label={tableOf(name)} tabIndex={0}>
      {children}
    </section>
  )
}
