import { useState } from 'react'
import type { ProfileEntry } from '../../../shared/state.ts'
import { PROFILE_NAMES, PROFILE_WORDS } from '../../../shared/words/profiles.ts'
import { useMirror } from '../../mirror/context.tsx'
import { Answer } from '../../parts/Answer.tsx'
import { Card } from '../../parts/Card.tsx'
import { whyNoSwitch } from '../../view/reasons.ts'
import { ProfileCard } from './ProfileCard.tsx'
import { AddForm } from './ProfileForm.tsx'
import './Accounts.css'

const NONE: ProfileEntry[] = []

/** The accounts Cuelight can work with, which of them is in use, and where their keys are. */
export function AccountsSection() {
  const profiles = useMirror(({ state }) => state?.profiles ?? NONE)
  const locked = useMirror(whyNoSwitch)
  return (
    <>
      <p className="setup-about">{PROFILE_WORDS.about}</p>
      {locked && <p className="setup-note">{locked}</p>}
      <NoKeychain />
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

/** Keys serve this run only, and why. */
function NoKeychain() {
  const about = useMirror(({ state }) => (state?.keychain.state === 'none' ? (state.keychain.about ?? '') : null))
  if (about === null) return null
  return (
    <p className="setup-note">
      <b>{PROFILE_WORDS.noKeychain}</b> {about}
    </p>
  )
}

function AddProfile() {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <div className="row">
        <button type="button" className="button" aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {PROFILE_NAMES.add}
        </button>
        <Answer spots={SPOTS} />
      </div>
      {adding && (
        <Card heading={PROFILE_WORDS.adding} level={3}>
          <AddForm onDone={() => setAdding(false)} />
        </Card>
      )}
    </>
  )
}

const SPOTS = ['addProfile'] as const
