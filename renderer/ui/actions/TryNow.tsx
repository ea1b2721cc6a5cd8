import { STATE_NAMES } from '../../../shared/words/panel/states.ts'
import { CommandButton } from '../button/PressButton.tsx'
import { Answer } from '../feedback/Answer.tsx'
import { RefreshArrow } from '../icons/icons.tsx'

/** Reads everything now, for users who do not want to wait for the next poll. */
export function TryNow() {
  return (
    <>
      <Answer spots={['tryNow']} />
      <CommandButton name={STATE_NAMES.tryNow} spot="tryNow" command={{ type: 'refresh' }}>
        <RefreshArrow />
        {STATE_NAMES.tryNow}
      </CommandButton>
    </>
  )
}
