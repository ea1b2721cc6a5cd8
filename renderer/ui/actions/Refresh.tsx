import { type ReactNode, useState } from 'react'
import { ABOUT, NAMES } from '../../../shared/words/labels.ts'
import { usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { useTimed } from '../../store/useTimed.ts'
import { PressButton } from '../button/PressButton.tsx'
import { Answer } from '../feedback/Answer.tsx'
import { RefreshArrow } from '../icons/icons.tsx'

/**
 * Refreshes what a screen shows: the same button on each screen, busy until done.
 * @param of what it refreshes, if not the whole screen
 */
export function Refresh({ of, onRefresh }: { of?: string; onRefresh(): Promise<unknown> }) {
  const reason = usePanel(whyNoLink)
  const [busy, setBusy] = useState(false)
  async function refresh(): Promise<void> {
    setBusy(true)
    // The failure is shown in the place of the data.
    await onRefresh().catch(() => {})
    setBusy(false)
  }
  return (
    <>
      <PressButton
        name={NAMES.refresh}
        {...(of && { of })}
        spot="refresh"
        reason={reason}
        about={ABOUT.refresh}
        busy={busy}
        onPress={() => void (busy || refresh())}
      >
        <RefreshArrow />
        {NAMES.refresh}
      </PressButton>
      <Answer spots={['refresh']} />
    </>
  )
}

interface ReadLineProps {
  /** Null: not read yet. */
  readAt: number | null
  /** What was read, and its age in ms. */
  about(ageMs: number): string
  onRefresh(): Promise<unknown>
  /** A second line. */
  children?: ReactNode
}

/** The line beneath the head of a screen: how much was read and when, with a refresh button. */
export function ReadLine({ readAt, about, onRefresh, children }: ReadLineProps) {
  const text = useAge(readAt, about)
  return (
    <div className="row">
      <p className="small num">
        {text}
        {children && <br />}
        {children}
      </p>
      <Refresh onRefresh={onRefresh} />
    </div>
  )
}

/** The age of what was read, in words, kept up to date; null: not read yet. */
export function useAge(readAt: number | null, about: (ageMs: number) => string): string | null {
  return useTimed((_, now) => (readAt === null ? null : about(now - readAt)))
}
