import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProfileEntry } from '../../../shared/state.ts'
import { PROFILE_WORDS } from '../../../shared/words/accounts.ts'
import { PROFILE_NAMES } from '../../../shared/words/profiles.ts'
import { usePanel } from '../../store/context.tsx'
import { whyNoSwitch } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { AddForm } from './ProfileForm.tsx'
import './Accounts.css'

const NONE: ProfileEntry[] = []

/** The accounts Cuelight can work with, which of them is in use, and where their keys are. */
export function AccountsSection() {
  const profiles = usePanel(({ state }) => state?.profiles ?? NONE)
  const locked = usePanel(whyNoSwitch)
  // What that means for keys is told; the system's own reason is for who reads the log.
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
  const [adding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function done(): void {
    // The button comes back, and with it the place where somebody was.
    flushSync(() => setAdding(false))
    button.current?.focus()
  }
  return (
    <>
      <div className="row">
        {!adding && (
          <Button ref={button} className="main" onClick={() => setAdding(true)}>
            {PROFILE_NAMES.add}
          </Button>
        )}
        <Answer spots={['addProfile']} />
      </div>
      {adding && (
        <Card heading={PROFILE_WORDS.adding} level={3}>
          <AddForm onDone={done} />
        </Card>
      )}
    </>
  )
}
