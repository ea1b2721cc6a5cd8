import type { StudioKey } from '../../../shared/rehearsal/rehearsal.ts'
import {
  keyMade,
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
} from '../../../shared/words/show/rehearsal.ts'
import { usePanel } from '../../store/context.tsx'
import { Button, CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { Card } from '../../ui/screen/Card.tsx'

const NONE: StudioKey[] = []

/** Keys of the local studio for other tools. The outcome names the file that contains a new key, but never the key. */
export function StudioKeys() {
  const keys = usePanel(({ state }) => state?.rehearsal?.keys ?? NONE)
  return (
    <Card heading={REHEARSAL_HEADINGS.keys} level={3}>
      <p className="small">{REHEARSAL_WORDS.keysAbout}</p>
      {keys.length === 0 && <p className="empty small">{REHEARSAL_WORDS.noKeys}</p>}
      <ul className="ruled at-work">
        {keys.map((one) => (
          <Key key={one.id} of={one} />
        ))}
      </ul>
      <MakeKey />
      <Answer spots={['studioKeys']} />
    </Card>
  )
}

function Key({ of: { id: keyId, label, createdAt } }: { of: StudioKey }) {
  return (
    <li>
      <p className="cluster at-work-words">
        <b>{label}</b>
        <span className="small">{keyMade(createdAt)}</span>
      </p>
      <CommandButton
        name={REHEARSAL_NAMES.revoke}
        of={label}
        spot="studioKeys"
        command={{ type: 'revokeStudioKey', keyId }}
      />
    </li>
  )
}

function MakeKey() {
  const { submit: send, ...submission } = useSubmit('studioKeys')
  async function submit(form: HTMLFormElement): Promise<void> {
    const label = String(new FormData(form).get('label') ?? '')
    if (await send({ type: 'createStudioKey', label })) form.reset()
  }
  return (
    <Form of={submission} className="form one-line" onSubmit={submit}>
      <Field name="label" label={REHEARSAL_WORDS.keyLabel} maxLength={60} />
      <Button type="submit">{REHEARSAL_NAMES.makeKey}</Button>
    </Form>
  )
}
