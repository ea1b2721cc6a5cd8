import { ABOUT, NAMES } from '../../shared/words/labels.ts'
import { useActions, useMirror } from '../mirror/context.tsx'
import { whyNoLink } from '../view/reasons.ts'
import { Padlocked, PadlockOpen } from './icons.tsx'
import { Switch } from './Switch.tsx'

/** Closed, it refuses everything that viewers could see. */
export function Padlock() {
  const { press } = useActions()
  const reason = useMirror(whyNoLink)
  const locked = useMirror(({ state }) => state?.padlock.locked ?? null)
  return (
    <Switch
      name={NAMES.padlock}
      spot="padlock"
      on={locked}
      onSwitch={(next) => void press('padlock', { type: 'setPadlock', locked: next })}
      reason={reason}
      about={ABOUT.padlock}
      sign={locked ? <Padlocked /> : <PadlockOpen />}
    />
  )
}
