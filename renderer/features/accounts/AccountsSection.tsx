import type { ProfileEntry } from '../../../shared/state.ts'
import { PROFILE_WORDS } from '../../../shared/words/accounts/accounts.ts'
import { PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import { usePanel } from '../../store/context.tsx'
import { whyNoSwitch } from '../../store/reasons.ts'
import { AddInCard } from '../../ui/form/AddInCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { AddForm } from './ProfileForm.tsx'
import './Accounts.css'

const NONE: ProfileEntry[] = []

/** The accounts that Cuelight can use, which one is in use, and where their keys are stored. */
export function AccountsSection() {
  const profiles = usePanel(({ state }) => state?.profiles ?? NONE)
  const locked = usePanel(whyNoSwitch)
  // The user reads what this means for keys; the system's own reason is only in the log.
  const noKeychain = usePanel(({ state }) => state?.keychain.state === 'none')
  return (
    <>
      <p className="setup-about">{PROFILE_WORDS.about}</p>
      {locked && <p className="card setup-note">{locked}</p>}
      {noKeychain && <p className="card setup-note">{PROFILE_WORDS.noKeychain}</p>}
      <ul className="profiles">
        {profiles.map((profile) => (
          <ProfileCard key={profile.id} profile={profile} />
        ))}
      </ul>
      {!profiles.some(({ kind }) => kind !== 'studio') && <p className="empty">{PROFILE_WORDS.none}</p>}
      <AddInCard of="account" name={PROFILE_NAMES.add} heading={PROFILE_WORDS.adding} spots={['addProfile']}>
        {(form) => <AddForm {...form} />}
      </AddInCard>
    </>
  )
}
