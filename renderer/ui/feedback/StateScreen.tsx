import type { ComponentProps } from 'react'
import { ENDED_WORDS, leftOnAir } from '../../../shared/words/panel/setup.ts'
import { usePanel } from '../../store/context.tsx'
import { Off } from '../icons/icons.tsx'
import { StateCard } from './StateCard.tsx'

/** Fills the page with one state while there is no show; the tally above shows the rest. */
export function StateScreen(card: Omit<ComponentProps<typeof StateCard>, 'look'>) {
  return (
    <div className="narrow">
      <StateCard look="page" {...card} />
    </div>
  )
}

const NOTHING: readonly string[] = []

/** Cuelight was quit from here: what it left on air, and how to continue. */
export function EndedScreen() {
  const left = usePanel(({ ended }) => ended ?? NOTHING)
  return <StateScreen icon={<Off />} words={{ headline: leftOnAir(left), now: null, todo: ENDED_WORDS.again }} />
}
