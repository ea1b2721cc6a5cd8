import { useRef } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/settings/profiles.ts'
import type { ProfileEntry } from '../../../shared/state.ts'
import { CONNECT_NAMES, CONNECT_WORDS } from '../../../shared/words/accounts/connecting.ts'
import { PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import { useActions } from '../../store/context.tsx'
import type { Answer, FeedbackId } from '../../store/submissions.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { useReturnFocus } from '../../ui/dialog/Dialog.tsx'
import type { AddProps } from '../../ui/form/AddInCard.tsx'
import { Form } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { ProfileFields, TryLine } from './ProfileFields.tsx'
import { type Filled, lacksKey, readFilled, testProfile, testWhenThere, tryOf, useTry } from './useTry.ts'

/** The unsaved input for a new profile. It excludes the key, which is never stored. */
type AddDraft = Partial<Pick<Filled, 'name' | 'baseUrl' | 'account'>>

/**
 * Adds a profile. One with a key is tested before it is saved, because the first question is always whether it works.
 */
export function AddForm({ draft, onType, onDone }: AddProps<AddDraft>) {
  const panel = useActions()
  return (
    <ProfileForm
      profile={null}
      first={draft}
      onType={onType}
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

/** Changes only what was edited in the form. */
export function ChangeForm({ profile, onDone }: { profile: ProfileEntry; onDone(): void }) {
  const panel = useActions()
  const changed = <T,>(value: T, before: T) => (value === before ? undefined : value)
  return (
    <ProfileForm
      profile={profile}
      first={profile}
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
  /** The initial values. */
  first: AddDraft
  onType?: (typed: AddDraft) => void
  spot: FeedbackId
  toCommand(filled: Filled): CommandInput
  onDone(): void
  /** The core has saved a new key. */
  onKeyGiven(answer: Answer): void
}

function ProfileForm({ profile, first, onType, spot, toCommand, onDone, onKeyGiven }: Props) {
  const [field, key] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { form, problem, say, show, isReady, send } = useSubmit(spot)
  const { tried, test, forget } = useTry(show)
  useReturnFocus(field)

  async function submit(asFilled: HTMLFormElement): Promise<void> {
    const filled = readFilled(asFilled, key.current)
    if (tried.is === 'asking' || !isReady(toCommand(filled))) return
    // A new profile with a key is saved only after a successful test. A changed one is tested after the save, and its
    // card shows the result.
    if (profile || filled.key === undefined || tried.is === 'worked' || (await test(filled))) await save(filled)
  }

  async function save(filled: Filled): Promise<void> {
    const command = toCommand(filled)
    if (!isReady(command)) return
    const keyGiven = 'key' in command && command.key !== undefined
    // The core has the key from here on: it is removed from the page whatever the outcome.
    if (key.current) key.current.value = ''
    forget()
    const answer = await send(command)
    if (answer?.result !== 'done') return
    onDone()
    if (keyGiven) onKeyGiven(answer)
  }

  /** Tests before anything is saved. The key stays in its field. */
  function testFirst(): void {
    if (!form.current) return
    const filled = readFilled(form.current, key.current)
    if (lacksKey(filled)) say({ field: 'key', message: CONNECT_WORDS.keyNeeded })
    else if (isReady(tryOf(filled))) void test(filled)
  }

  function onInput(): void {
    forget()
    if (!form.current) return
    const { key: _, ...typed } = readFilled(form.current, null)
    onType?.(typed)
  }

  return (
    <Form of={{ form, problem }} autoComplete="off" onSubmit={submit} onInput={onInput} onEscape={onDone}>
      <ProfileFields profile={profile} first={first} field={field} keyField={key} />
      <div className="row">
        <Button type="submit" className="main">
          {PROFILE_NAMES.save}
        </Button>
        {profile === null && <Button onClick={testFirst}>{CONNECT_NAMES.test}</Button>}
        {tried.is === 'failed' && tried.problem.isPassing && (
          <Button onClick={() => form.current && void save(readFilled(form.current, key.current))}>
            {CONNECT_NAMES.saveAnyway}
          </Button>
        )}
        <Button onClick={onDone}>{PROFILE_NAMES.cancel}</Button>
      </div>
      <TryLine tried={tried} onCancel={forget} />
    </Form>
  )
}
