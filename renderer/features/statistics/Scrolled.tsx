import type { ReactNode } from 'react'
import { tableOf } from '../../../shared/words/statistics.ts'

/** What has more columns than a narrow window has room for: it scrolls by itself, and by the keyboard too. */
export function Scrolled({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="played-scroll" aria-label={tableOf(name)} tabIndex={0}>
      {children}
    </section>
  )
}
