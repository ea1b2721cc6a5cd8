import type { ComponentProps } from 'react'
import { StateCard } from '../ui/StateCard.tsx'

/** There is no show to see: one state fills the page. The tally above says the rest. */
export function StateScreen(card: Omit<ComponentProps<typeof StateCard>, 'look'>) {
  return (
    <div className="narrow">
      <StateCard look="page" {...card} />
    </div>
  )
}
