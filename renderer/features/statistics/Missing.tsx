import type { ReactNode } from 'react'
import { QueryError } from '../../../shared/query/query.ts'
import * as words from '../../../shared/words/statistics.ts'
import { Fault } from '../../ui/lateIcons.tsx'
import { ReadFailed } from '../../ui/ReadFailed.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'
import { StateCard } from '../../ui/StateCard.tsx'

/** The service's own word for why it did not answer; null: it gave none. */
export const codeOf = (error: Error | null): string | null =>
  (error instanceof QueryError && error.failure?.code) || null

interface Props {
  error: Error
  /** Where the service's code has no words of its own here. */
  headline: string
  onAgain(): Promise<unknown>
  children?: ReactNode
}

/** In the place of what could not be read: why, and the next step. */
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
