import { tellUnread } from '../../data/queries.ts'
import { Unplugged } from '../../ui/icons.tsx'
import { StateCard } from '../../ui/StateCard.tsx'

/** Why something is not read. */
export function Unread({ error, headline }: { error: Error; headline: string }) {
  const { what, todo } = tellUnread(error)
  return <StateCard bad icon={<Unplugged />} words={{ headline, now: what, todo }} />
}
