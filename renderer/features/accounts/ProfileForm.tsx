import { useRef } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/settings/profiles.ts'
import type { ProfileEntry } from '../../../shared/state.ts'
import { CONNECT_NAMES, CONNECT_WORDS } from '../../../shared/words/connecting.ts'
import { PROFILE_NAMES } from '../../../shared/words/profiles.ts'
import { useActions } from '../../store/context.tsx'
import type { Answer, FeedbackId } from '../../store/submissions.ts'
import { useReturnFocus } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Field.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'
import { ProfileFields, TryLine } from './ProfileFields.tsx'
import { type Filled, lacksKey, readFilled, testProfile, testWhenThere, tryOf, useTry } from './useTry.ts'

/** Adds a profile. One with a key is tested by itself: the first question is always whether the key works. */
export function AddForm({ onDone }: { onDone(): void }) {
  const panel = useActions()
  return (
    <ProfileForm
      profile={null}
      spot="addProfile"
      toCommand={(filled) => ({ type: 'createProfile', ...filled, account: filled.account || DEFAULT_ACCOUNT })}
      onDone={onDone}
      onKeyGiven={(answer) => {
        if (answer.result === 'done' && answer.done.what === 'profileCreated')
          testWhenThere(panel, answer.done.profileName)
      }}
    />
  )
}

/** Changes what was changed in the form, and nothing else. */
export function ChangeForm({ profile, onDone }: { profile: ProfileEntry; onDone(): void }) {
  const panel = useActions()
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
      onKeyGiven={() => testProfile(panel, profile.id)}
    />
  )
}

interface Props {
  profile: ProfileEntry | null
  spot: FeedbackId
  toCommand(filled: Filled): CommandInput
  onDone(): void
  /** The core took a key over. */
  onKeyGiven(answer: Answer): void
}

function ProfileForm({ profile, spot, toCommand, onDone, onKeyGiven }: Props) {
  const [first, key] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { form, problem, say, show, isReady, send } = useSubmit(spot)
  const { tried, test, forget } = useTry(show)
  useReturnFocus(first)

  async function submit(filled: HTMLFormElement): Promise<void> {
    const command = toCommand(readFilled(filled, key.current))
    if (!isReady(command)) return
    const keyGiven = 'key' in command && command.key !== undefined
    // From here on the key is the core's: nothing of it stays in the page, however this ends.
    if (key.current) key.current.value = ''
    forget()
    const answer = await send(command)
    if (answer?.result !== 'done') return
    onDone()
    if (keyGiven) onKeyGiven(answer)
  }

  /** Before anything is kept. The key stays in its field: it is only tried. */
  function testFirst(): void {
    if (!form.current) return
    const filled = readFilled(form.current, key.current)
    if (lacksKey(filled)) say({ field: 'key', message: CONNECT_WORDS.keyNeeded })
    else if (isReady(tryOf(filled))) void test(filled)
  }

  return (
    <Form of={{ form, problem }} autoComplete="off" onSubmit={submit} onInput={forget} onEscape={onDone}>
      <ProfileFields profile={profile} first={first} keyField={key} />
      <div className="row">
        <Button type="submit" className="main">
          {PROFILE_NAMES.save}
        </Button>
        {profile === null && <Button onClick={testFirst}>{CONNECT_NAMES.test}</Button>}
        <Button onClick={onDone}>{PROFILE_NAMES.cancel}</Button>
      </div>
      <TryLine tried={tried} onCancel={forget} />
    </Form>
  )
}
