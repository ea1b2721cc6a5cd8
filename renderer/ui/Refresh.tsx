import { type ReactNode, useState } from 'react'
import { ABOUT, NAMES } from '../../shared/words/labels.ts'
import { usePanel } from '../store/context.tsx'
import { whyNoLink } from '../store/reasons.ts'
import { Answer } from './Answer.tsx'
import { RefreshArrow } from './icons.tsx'
import { PressButton } from './PressButton.tsx'

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

/** The line beneath the head of a screen: how much was read and when, with a refresh button. */
export function ReadLine({ children, onRefresh }: { children: ReactNode; onRefresh(): Promise<unknown> }) {
  return (
    <div className="row">
      <p className="small num">{children}</p>
      <Refresh onRefresh={onRefresh} />
    </div>
  )
}
