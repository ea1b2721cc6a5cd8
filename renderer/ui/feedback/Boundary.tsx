import { Component, type ReactNode } from 'react'
import { BROKEN_WORDS } from '../../../shared/words/panel/states.ts'
import { Warning } from '../icons/icons.tsx'
import { loadAgain } from './NotLoaded.tsx'
import { StateCard } from './StateCard.tsx'

interface Props {
  /** What to render instead after an error. */
  fallback?: ReactNode
  /** Called once after an error. */
  onBroken?: () => void
  children: ReactNode
}

/** Says that this part failed, and how to get it back. */
const gone = (
  <StateCard look="part" bad icon={<Warning />} words={BROKEN_WORDS}>
    {loadAgain}
  </StateCard>
)

/** Contains an error during rendering to this part; without it React would unmount the whole page. */
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
