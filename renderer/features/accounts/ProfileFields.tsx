import { type RefObject, use, useState } from 'react'
import { KEY_PREFIX } from '../../../shared/contract/limits.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/settings/profiles.ts'
import type { ProfileEntry } from '../../../shared/state.ts'
import {
  asking,
  CONNECT_NAMES,
  CONNECT_WORDS,
  FIELD_HINTS,
  FIELD_WORDS,
  worked,
} from '../../../shared/words/accounts/connecting.ts'
import { usePanel } from '../../store/context.tsx'
import type { SubmissionLook } from '../../store/submissions.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { SIGNS } from '../../ui/feedback/Answer.tsx'
import { Field, ProblemContext } from '../../ui/form/Field.tsx'
import type { Tried } from './useTry.ts'

interface Props {
  /** The profile to change; null: a new one is added. */
  profile: ProfileEntry | null
  /** The initial values of the fields. */
  first: Partial<Pick<ProfileEntry, 'name' | 'baseUrl' | 'account'>>
  /** Ref to the first field. */
  field: RefObject<HTMLInputElement | null>
  keyField: RefObject<HTMLInputElement | null>
}

export function ProfileFields({ profile, first: given, field, keyField }: Props) {
  // Captured once: later changes must not overwrite what the user types.
  const [first] = useState(given)
  const [elsewhere, setElsewhere] = useState(false)
  return (
    <>
      <Field
        name="name"
        label={FIELD_WORDS.name}
        hint={FIELD_HINTS.name}
        field={field}
        defaultValue={first.name}
        maxLength={60}
      />
      <Field
        name="baseUrl"
        label={FIELD_WORDS.baseUrl}
        hint={FIELD_HINTS.baseUrl}
        defaultValue={first.baseUrl}
        inputMode="url"
        spellCheck={false}
        onInput={({ currentTarget }) => setElsewhere(isElsewhere(profile, currentTarget.value))}
      />
      <Field
        name="account"
        label={FIELD_WORDS.account}
        hint={FIELD_HINTS.account}
        defaultValue={first.account ?? DEFAULT_ACCOUNT}
        maxLength={60}
      />
      <KeyField field={keyField} kept={keyHint(profile, elsewhere)} />
    </>
  )
}

/** Whether the URL has another origin: a key is never reused for another origin. */
function isElsewhere(profile: ProfileEntry | null, baseUrl: string): boolean {
  const [before, after] = [URL.parse(profile?.baseUrl ?? ''), URL.parse(baseUrl)]
  return before !== null && after !== null && before.origin !== after.origin
}

function keyHint(profile: ProfileEntry | null, elsewhere: boolean): string | null {
  if (elsewhere) return FIELD_HINTS.keyAnew
  return profile && profile.key !== 'none' && profile.key !== 'missing' ? FIELD_HINTS.keyKept : null
}

/** Until it is sent, the key exists only in the field. All that is kept in state is whether its prefix looks wrong. */
export function KeyField({ field, kept }: { field: RefObject<HTMLInputElement | null>; kept: string | null }) {
  const problem = use(ProblemContext)
  const [odd, setOdd] = useState(false)
  const noKeychain = usePanel(({ state }) => state?.keychain.state === 'none')
  const hint = odd ? FIELD_HINTS.keyPrefix : noKeychain ? FIELD_HINTS.keyThisRun : FIELD_HINTS.key
  const isSent = problem?.field === 'key' && !problem.isKept
  const refused = isSent ? { ...problem, text: `${problem.text} ${FIELD_HINTS.keySent}` } : problem
  return (
    <ProblemContext value={refused}>
      <Field
        name="key"
        label={FIELD_WORDS.key}
        hint={[kept, hint].filter(Boolean).join(' ')}
        field={field}
        type="password"
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget: { value } }) => setOdd(value.trim() !== '' && !beginsAsKeys(value.trim()))}
      />
    </ProblemContext>
  )
}

/** Also accepts a prefix that is still being typed. */
function beginsAsKeys(value: string): boolean {
  return value.startsWith(KEY_PREFIX) || KEY_PREFIX.startsWith(value)
}

/** The progress and result of the test. A problem with one field is shown at that field; this line shows the rest. */
export function TryLine({ tried, onCancel }: { tried: Tried; onCancel(): void }) {
  const look = LOOKS[tried.is]
  return (
    <div className="answer try" data-look={look}>
      {look && SIGNS[look]}
      <span aria-live="polite" className="num">
        {said(tried)}
      </span>
      {tried.is === 'asking' && <Button onClick={onCancel}>{CONNECT_NAMES.cancelTest}</Button>}
    </div>
  )
}

const LOOKS: Record<Tried['is'], SubmissionLook | undefined> = {
  untried: undefined,
  asking: 'sent',
  worked: 'done',
  failed: 'failed',
}

function said(tried: Tried): string {
  switch (tried.is) {
    case 'untried':
      return ''
    case 'asking':
      return asking(tried.host)
    case 'worked':
      return worked(tried.projects, tried.ms)
    case 'failed':
      return tried.problem.field
        ? `${CONNECT_WORDS.nothingKept} ${CONNECT_WORDS.mend}`
        : `${tried.problem.what} ${tried.problem.todo}`
  }
}
