import type { ReactNode } from 'react'
import { UNREAD_TODO } from '../../shared/words/states.ts'
import { usePanel } from '../store/context.tsx'
import { describeReadFailure, isAway } from '../store/readFailures.ts'
import { Unplugged } from './icons.tsx'
import { StateCard } from './StateCard.tsx'

interface Props {
  error: Error
  headline: string
  /** An earlier version was read and is still shown with its age. */
  has?: boolean
  children?: ReactNode
}

/**
 * Why something could not be read. While the service as a whole is away, the news reports that: then this only names
 * what is missing, or renders nothing if earlier data is still shown.
 */
export function ReadFailed({ error, headline, has = false, children }: Props) {
  const away = usePanel(isAway)
  if (away && has) return null
  const { what, todo } = describeReadFailure(error)
  const words = away ? { headline, now: null, todo: UNREAD_TODO } : { headline, now: what, todo }
  return (
    <StateCard bad={!away} wait={away} icon={<Unplugged />} words={words}>
      {children}
    </StateCard>
  )
}
