import { type SubmitEvent, useRef } from 'react'
import type { CommandInput } from '../../../shared/commands.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/profiles.ts'
import type { ProfileEntry } from '../../../shared/state.ts'
import { PROFILE_NAMES } from '../../../shared/words/profiles.ts'
import { useActions } from '../../mirror/context.tsx'
import type { Answer, Spot } from '../../mirror/presses.ts'
import { closeOnEscape } from '../closeOnEscape.ts'
import { useReturnFocus } from '../useReturnFocus.ts'
import { useSubmit } from '../useSubmit.ts'
import { ProfileFields } from './ProfileFields.tsx'
import { testProfile, testWhenThere } from './testing.ts'

interface Filled {
  name: string
  baseUrl: string
  account: string
  /** Undefined: none was given. */
  key: string | undefined
}

/** Adds a profile. One with a key is tested by itself: the first question is always whether the key works. */
export function AddForm({ onDone }: { onDone(): void }) {
  const mirror = useActions()
  return (
    <ProfileForm
      profile={null}
      spot="addProfile"
      toCommand={(filled) => ({ type: 'createProfile', ...filled, account: filled.account || DEFAULT_ACCOUNT })}
      onDone={onDone}
      onKeyGiven={(answer) => {
        if (answer.result === 'done' && answer.done.what === 'profileCreated')
          testWhenThere(mirror, answer.done.profileName)
      }}
    />
  )
}

/** Changes what was changed in the form, and nothing else. */
export function ChangeForm({ profile, onDone }: { profile: ProfileEntry; onDone(): void }) {
  const mirror = useActions()
  const changed = <T,>(value: T, before: T) => (value === before ? undefined : value)
  return (
    <ProfileForm
      profile={profile}
      spot={`change:${profile.id}`}
      toCommand={({ name, baseUrl, account, key }) => ({
        type: 'editProfile',
        profileId: profile.id,
        name: changed(name, profile.name),
        baseUrl: changed(baseUrl, profile.baseUrl),
        account: changed(account, profile.account),
        key,
      })}
      onDone={onDone}
      onKeyGiven={() => testProfile(mirror, profile.id)}
    />
  )
}

interface Props {
  profile: ProfileEntry | null
  spot: Spot
  toCommand(filled: Filled): CommandInput
  onDone(): void
  /** The core took a key over. */
  onKeyGiven(answer: Answer): void
}

function ProfileForm({ profile, spot, toCommand, onDone, onKeyGiven }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [first, key] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { problem, isReady, send } = useSubmit(form, spot)
  useReturnFocus(first)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const command = toCommand(read(event.currentTarget, key.current))
    if (!isReady(command)) return
    const keyGiven = 'key' in command && command.key !== undefined
    // From here on the key is the core's: nothing of it stays in the page, however this ends.
    if (key.current) key.current.value = ''
    const answer = await send(command)
    if (answer?.result !== 'done') return
    onDone()
    if (keyGiven) onKeyGiven(answer)
  }

  return (
    <form
      ref={form}
      className="form"
      noValidate
      autoComplete="off"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => closeOnEscape(event, onDone)}
    >
      <ProfileFields profile={profile} problem={problem} first={first} keyField={key} />
      <div className="row">
        <button type="submit" className="button">
          {PROFILE_NAMES.save}
        </button>
        <button type="button" className="button quiet" onClick={onDone}>
          {PROFILE_NAMES.cancel}
        </button>
      </div>
    </form>
  )
}

function read(form: HTMLFormElement, key: HTMLInputElement | null): Filled {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    name: text('name'),
    baseUrl: text('baseUrl'),
    account: text('account'),
    key: key?.value.trim() || undefined,
  }
}
