import { ABOUT, NAMES } from '../../../shared/words/labels.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Padlocked, PadlockOpen } from '../../ui/icons.tsx'
import { Switch } from '../../ui/Switch.tsx'

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
