import type { ReactNode } from 'react'
import { UNREAD_TODO } from '../../shared/words/states.ts'
import { usePanel } from '../store/context.tsx'
import { describeReadFailure, isAway } from '../store/readFailures.ts'
import { Unplugged } from './icons.tsx'
import { StateCard } from './StateCard.tsx'

interface Props {
  error: Error
  headline: string
  /** Something of it was read before, and stands there with its age. */
  has?: boolean
  children?: ReactNode
}

/**
 * Why something is not read. While the service is away as a whole, the news says so and why: here stands only what is
 * missing, and nothing at all where what was read before is still to be seen.
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
