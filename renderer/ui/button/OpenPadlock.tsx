import { LOCKED_WORDS } from '../../../shared/words/show/starting.ts'
import { Padlocked } from '../icons/icons.tsx'
import { CommandButton } from './PressButton.tsx'

/** Opens the padlock. Shown where something is refused because of it, or looks locked. Only the user can open it. */
export function OpenPadlock({
  className = 'quiet',
  tabIndex,
}: {
  className?: string
  tabIndex?: number | undefined
}) {
  return (
    <CommandButton
      name={LOCKED_WORDS.open}
      spot="padlock"
      className={className}
      command={{ type: 'setPadlock', locked: false }}
      tabIndex={tabIndex}
    >
      <Padlocked />
      <span className="padlock-words">{LOCKED_WORDS.open}</span>
    </CommandButton>
  )
}
