import { type ReactNode, useState } from 'react'
import { ABOUT, NAMES } from '../../shared/words/labels.ts'
import { usePanel } from '../store/context.tsx'
import { whyNoLink } from '../store/reasons.ts'
import { Answer } from './Answer.tsx'
import { RefreshArrow } from './icons.tsx'
import { PressButton } from './PressButton.tsx'

/** Reads anew what a screen shows: the same button on each of them, busy until it is read. @param of what, where it is not the whole screen */
export function Refresh({ of, onRefresh }: { of?: string; onRefresh(): Promise<unknown> }) {
  const reason = usePanel(whyNoLink)
  const [busy, setBusy] = useState(false)
  async function refresh(): Promise<void> {
    setBusy(true)
    // Why it was not read stands in the place of what was to be read.
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

/** The line beneath the head of a screen: how much of it was read and how old that is, and reading it again. */
export function ReadLine({ children, onRefresh }: { children: ReactNode; onRefresh(): Promise<unknown> }) {
  return (
    <div className="row">
      <p className="small num">{children}</p>
      <Refresh onRefresh={onRefresh} />
    </div>
  )
}
