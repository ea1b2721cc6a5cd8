import type { ReactNode } from 'react'
import { UNREAD_TODO } from '../../../shared/words/panel/states.ts'
import { usePanel } from '../../store/context.tsx'
import { describeReadFailure, isAway } from '../../store/readFailures.ts'
import { Unplugged } from '../icons/icons.tsx'
import { Skeleton } from './Skeleton.tsx'
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

interface PlaceholderProps {
  error: Error | null
  /** It was read before, and is still shown. */
  has: boolean
  /** What it says while it is being read, and if that failed. */
  words: { loading: string; failed: string }
  /** How many lines it will have: as many as fit without a shift when it arrives. */
  count?: number
}

/** Takes the place of what is still being read or could not be; nothing once it is there. */
export function ReadPlaceholder({ error, has, words, count = 4 }: PlaceholderProps) {
  if (error) return <ReadFailed error={error} headline={words.failed} has={has} />
  return has ? null : <Skeleton text={words.loading} count={count} />
}
