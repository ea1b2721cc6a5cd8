import { profileInUse } from '../../../shared/state.ts'
import { PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import type { PanelState } from '../../store/store.ts'
import { CommandButton } from '../button/PressButton.tsx'
import { Answer } from '../feedback/Answer.tsx'

/** Whether the keychain is locked, as far as this page knows. */
export const keychainLocked = ({ state, link }: PanelState): boolean =>
  link === 'up' && state?.keychain.state === 'locked'

/** Whether the key of the profile in use is locked in the keychain, rather than missing. */
export const keyIsLocked = (panel: PanelState): boolean =>
  keychainLocked(panel) && panel.state !== null && profileInUse(panel.state)?.key === 'locked'

/** Retries the keychain, for users who do not want to wait for the automatic retry. */
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
