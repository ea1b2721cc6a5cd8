import type { ReactNode } from 'react'
import { REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { Warning } from '../icons/icons.tsx'
import './Banner.css'

/** `bad`: something is wrong. `rehearsed`: something is wrong on purpose, in a rehearsal. */
export type BannerLook = 'plain' | 'bad' | 'rehearsed'

/** One line of news across the screen, with its actions. */
export function Banner({ look = 'plain', children }: { look?: BannerLook; children: ReactNode }) {
  return (
    <div className={`banner ${look === 'rehearsed' ? 'rehearsing' : ''}`} data-bad={look === 'bad' || undefined}>
      {look === 'bad' && <Warning />}
      {look === 'rehearsed' && <span className="rehearsal-tag">{REHEARSAL_MARK}</span>}
      <div className="banner-words">{children}</div>
    </div>
  )
}
