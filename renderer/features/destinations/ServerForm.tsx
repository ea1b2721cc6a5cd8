import { type RefObject, useRef } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { SERVER_NAMES, SERVER_WORDS as WORDS } from '../../../shared/words/projects/servers.ts'
import { usePanel } from '../../store/context.tsx'
import type { FeedbackId } from '../../store/submissions.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { useReturnFocus } from '../../ui/dialog/Dialog.tsx'
import type { AddProps } from '../../ui/form/AddInCard.tsx'
import { Field, Form } from '../../ui/form/Field.tsx'
import { atField, useSubmit } from '../../ui/form/useSubmit.ts'

/** The unsaved input for a new server. It excludes the stream key, which is never stored. */
interface AddDraft {
  name?: string
  url?: string
}

const ADDRESS = /^rtmps?:\/\/[^/\s]{1,300}\/\S{1,300}$/i

export function AddServerForm({ draft, onType, onDone }: AddProps<AddDraft>) {
  const first = useRef<HTMLInputElement>(null)
  const { key, form, problem, show, save } = useKeyForm('addServer', onDone)
  useReturnFocus(first)

  function submit(filled: HTMLFormElement): void {
    const { name, url } = textsOf(filled)
    if (!ADDRESS.test(url)) show({ field: 'url', text: WORDS.urlWrong })
    else void save((value) => ({ type: 'addServer', name, url, key: value }))
  }

  return (
    <Form
      of={{ form, problem }}
      autoComplete="off"
      onSubmit={submit}
      onInput={({ currentTarget }) => onType(textsOf(currentTarget))}
      onEscape={onDone}
    >
      <Field
        name="name"
        label={WORDS.name}
        hint={WORDS.nameHint}
        field={first}
        defaultValue={draft.name}
        maxLength={60}
      />
      <Field
        name="url"
        label={WORDS.url}
        hint={WORDS.urlHint}
        defaultValue={draft.url}
        inputMode="url"
        spellCheck={false}
        maxLength={500}
      />
      <KeyField field={key} />
      <SaveOrCancel onCancel={onDone} />
    </Form>
  )
}

/** A new key for a server. The one before it is not shown, because nobody here knows it. */
export function ServerKeyForm({ destinationId, onDone }: { destinationId: string; onDone(): void }) {
  const spot = `server:${destinationId}` as const
  const { key, form, problem, save } = useKeyForm(spot, onDone)
  useReturnFocus(key)
  const submit = () => void save((value) => ({ type: 'setServerKey', destinationId, key: value }))
  return (
    <Form of={{ form, problem }} autoComplete="off" onSubmit={submit} onEscape={onDone}>
      <KeyField field={key} />
      <SaveOrCancel onCancel={onDone} />
    </Form>
  )
}

/** A form whose key is only in its field until it is sent, and nowhere on the page from then on. */
function useKeyForm(spot: FeedbackId, onDone: () => void) {
  const key = useRef<HTMLInputElement>(null)
  const { form, problem, show, isReady, send } = useSubmit(spot)

  async function save(toCommand: (key: string) => CommandInput): Promise<void> {
    const value = key.current?.value.trim() ?? ''
    if (value === '') return show({ field: 'key', text: WORDS.keyNeeded })
    const command = toCommand(value)
    if (!isReady(command)) return
    if (key.current) key.current.value = ''
    const answer = await send(command)
    if (answer?.result === 'done') onDone()
    // A refusal that concerns another field is shown there.
    else if (!answer || !atField(answer)) show({ field: 'key', text: WORDS.keyAgain })
  }

  return { key, form, problem, show, save }
}

function KeyField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const noKeychain = usePanel(({ state }) => state?.keychain.state === 'none')
  return (
    <Field
      name="key"
      label={WORDS.key}
      hint={noKeychain ? WORDS.keyThisRun : WORDS.keyHint}
      field={field}
      type="password"
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function SaveOrCancel({ onCancel }: { onCancel(): void }) {
  return (
    <div className="row">
      <Button type="submit" className="main">
        {SERVER_NAMES.save}
      </Button>
      <Button onClick={onCancel}>{SERVER_NAMES.cancel}</Button>
    </div>
  )
}

function textsOf(form: HTMLFormElement): { name: string; url: string } {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return { name: text('name'), url: text('url') }
}
