import { QUICK_NAMES, QUICK_WORDS } from '../../../shared/words/quick.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Outward } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

/** The way to all the rest. Where no desktop app is, the whole panel is a page like this one. */
export function OpenMain({ className = '' }: { className?: string }) {
  const { press } = useActions()
  const reason = useMirror(whyNoLink)
  const inApp = useMirror(({ state }) => state?.desktop != null)
  if (!inApp)
    return (
      <a className={`button quiet ${className}`} href="./" title={QUICK_NAMES.open}>
        <Face />
      </a>
    )
  return (
    <PressButton
      name={QUICK_NAMES.open}
      spot="window"
      className={`quiet ${className}`}
      reason={reason}
      about={QUICK_WORDS.open}
      onPress={() => void press('window', { type: 'showWindow', window: 'main' })}
    >
      <Face />
    </PressButton>
  )
}

function Face() {
  return (
    <>
      <Outward />
      <span className="open-words">{QUICK_NAMES.open}</span>
    </>
  )
}
