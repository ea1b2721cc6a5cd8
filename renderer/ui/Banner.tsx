import type { ReactNode } from 'react'
import { REHEARSAL_MARK } from '../../shared/words/labels.ts'
import { Warning } from './icons.tsx'
import './Banner.css'

/** `bad`: something is wrong. `rehearsed`: it is wrong because somebody wanted it so. */
export type BannerLook = 'plain' | 'bad' | 'rehearsed'

/** One line of news across the screen, with what can be done about it. */
export function Banner({ look = 'plain', children }: { look?: BannerLook; children: ReactNode }) {
  return (
    <div className={`banner ${look === 'rehearsed' ? 'rehearsing' : ''}`} data-bad={look === 'bad' || undefined}>
      {look === 'bad' && <Warning />}
      {look === 'rehearsed' && <span className="rehearsal-tag">{REHEARSAL_MARK}</span>}
      <div className="banner-words">{children}</div>
    </div>
  )
}
