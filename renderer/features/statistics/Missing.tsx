import type { ReactNode } from 'react'
import { QueryError } from '../../../shared/query/query.ts'
import * as words from '../../../shared/words/statistics.ts'
import { tellUnread } from '../../data/queries.ts'
import { Unplugged } from '../../ui/icons.tsx'
import { Fault } from '../../ui/lateIcons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'
import { StateCard } from '../../ui/StateCard.tsx'

/** The service's own word for why it did not answer; null: it gave none. */
export const codeOf = (error: Error | null): string | null =>
  (error instanceof QueryError && error.failure?.code) || null

interface Props {
  error: Error
  /** Where the service's code has no words of its own here. */
  headline: string
  onAgain(): void
  children?: ReactNode
}

/** In the place of what could not be read: why, and the next step. */
export function Missing({ error, headline, onAgain, children }: Props) {
  const code = codeOf(error)
  const known = code === null ? undefined : words.MISSING[code]
  const { what, todo } = tellUnread(error)
  return (
    <StateCard bad={!known} icon={known ? <Fault /> : <Unplugged />} words={known ?? { headline, now: what, todo }}>
      {children}
      {known && !children && code !== 'LIVE_NOT_FOUND' && <ServicePage />}
      <Button onClick={onAgain}>{words.REPORT_NAMES.readAgain}</Button>
    </StateCard>
  )
}
