import { profileInUse } from '../../shared/state.ts'
import { PROFILE_NAMES } from '../../shared/words/profiles.ts'
import type { PanelState } from '../store/store.ts'
import { Answer } from './Answer.tsx'
import { CommandButton } from './PressButton.tsx'

/** Is the keychain locked, as far as this page knows? */
export const keychainLocked = ({ state, link }: PanelState): boolean =>
  link === 'up' && state?.keychain.state === 'locked'

/** Is the key of the profile in use behind that lock, and not merely missing? */
export const keyIsLocked = (panel: PanelState): boolean =>
  keychainLocked(panel) && panel.state !== null && profileInUse(panel.state)?.key === 'locked'

/** Asks the keychain again: for who does not want to wait until Cuelight does it by itself. */
export function AskKeychain({ main = false }: { main?: boolean }) {
  return (
    <>
      <Answer spots={['keychain']} />
      <CommandButton
        name={PROFILE_NAMES.askAgain}
        spot="keychain"
        className={main ? 'main' : 'quiet'}
        command={{ type: 'retryKeychain' }}
      />
    </>
  )
}
