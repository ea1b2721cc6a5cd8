import { Component, type ReactNode } from 'react'
import { BROKEN_WORDS } from '../../shared/words/states.ts'
import { Warning } from './icons.tsx'
import { loadAgain } from './NotLoaded.tsx'
import { StateCard } from './StateCard.tsx'

interface Props {
  /** What stands there instead. */
  fallback?: ReactNode
  /** Called once it threw. */
  onBroken?: () => void
  children: ReactNode
}

/** Says that this part threw, and how it comes back. */
const gone = (
  <StateCard look="part" bad icon={<Warning />} words={BROKEN_WORDS}>
    {loadAgain}
  </StateCard>
)

/** What throws while it is drawn takes nothing but itself out of the page: without this React would empty all of it. */
export class Boundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    this.props.onBroken?.()
  }

  override render(): ReactNode {
    const { fallback = gone, children } = this.props
    return this.state.isBroken ? fallback : children
  }
}
