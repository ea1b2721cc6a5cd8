import type { ReactNode } from 'react'
import { QueryError } from '../../../shared/query/query.ts'
import * as words from '../../../shared/words/reports/statistics.ts'
import { Refresh } from '../../ui/actions/Refresh.tsx'
import { ServicePage } from '../../ui/button/ServicePage.tsx'
import { ReadFailed } from '../../ui/feedback/ReadFailed.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Fault } from '../../ui/icons/lateIcons.tsx'

/** The error code of the service; null: none. */
export const codeOf = (error: Error | null): string | null =>
  (error instanceof QueryError && error.failure?.code) || null

interface Props {
  error: Error
  /** Used if there is no specific text for the error code. */
  headline: string
  onAgain(): Promise<unknown>
  children?: ReactNode
}

/** Replaces what could not be read: the reason and the next step. */
export function Missing({ error, headline, onAgain, children }: Props) {
  const code = codeOf(error)
  const known = code === null ? undefined : words.MISSING[code]
  const again = <Refresh onRefresh={onAgain} />
  if (!known)
    return (
      <ReadFailed error={error} headline={headline}>
        {again}
      </ReadFailed>
    )
  return (
    <StateCard icon={<Fault />} words={known}>
      {children}
      {!children && code !== 'LIVE_NOT_FOUND' && <ServicePage />}
      {again}
    </StateCard>
  )
}
