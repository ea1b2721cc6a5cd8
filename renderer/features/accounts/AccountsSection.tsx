import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { ProfileEntry } from '../../../shared/state.ts'
import { PROFILE_WORDS } from '../../../shared/words/accounts/accounts.ts'
import { PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import { usePanel } from '../../store/context.tsx'
import { useKeptDraft } from '../../store/drafts.ts'
import { whyNoSwitch } from '../../store/reasons.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { type AddDraft, AddForm } from './ProfileForm.tsx'
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
      <AddProfile />
    </>
  )
}

function AddProfile() {
  const { draft, keep, forget } = useKeptDraft<AddDraft | null>('account', null)
  const button = useRef<HTMLButtonElement>(null)
  function done(): void {
    // Rendered synchronously, so that the button exists again and can take the focus.
    flushSync(forget)
    button.current?.focus()
  }
  return (
    <>
      <div className="row">
        {draft === null && (
          <Button ref={button} className="main" onClick={() => keep(() => ({}))}>
            {PROFILE_NAMES.add}
          </Button>
        )}
        <Answer spots={['addProfile']} />
      </div>
      {draft !== null && (
        <Card heading={PROFILE_WORDS.adding} level={3}>
          <AddForm draft={draft} onType={(typed) => keep(() => typed)} onDone={done} />
        </Card>
      )}
    </>
  )
}
