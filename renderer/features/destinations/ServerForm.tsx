import { useRef } from 'react'
import type { OwnServer } from '../../../shared/broadcasting.ts'
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
  return (
    <ServerForm
      spot="addServer"
      first={draft}
      keyHint={WORDS.keyHint}
      whyKey={() => WORDS.keyNeeded}
      toCommand={(filled, key) => ({ type: 'addServer', ...filled, key })}
      {...{ onType, onDone }}
    />
  )
}

interface ChangeProps {
  server: OwnServer
  /** It is sent to: another address, or another key than the one it has, would be another stream. */
  isOnAir: boolean
  onDone(): void
}

/** Changes only what was edited. The key is not shown, because nobody here knows it. */
export function ChangeServerForm({ server, isOnAir, onDone }: ChangeProps) {
  const { destinationId, hasKey } = server
  function changesIn({ name, url }: Texts) {
    const isMoved = !isOnAir && url !== server.url
    return { ...(name !== server.name && { name }), ...(isMoved && { url }) }
  }
  function whyKey(filled: Texts): string | null {
    const changes = changesIn(filled)
    if ('url' in changes) return WORDS.keyMoved
    return hasKey || 'name' in changes ? null : WORDS.keyNeeded
  }
  return (
    <ServerForm
      spot={`server:${destinationId}`}
      first={server}
      hasUrl={!isOnAir}
      hasKey={!isOnAir || !hasKey}
      startsAtKey={!hasKey}
      keyHint={hasKey ? WORDS.keyKept : WORDS.keyHint}
      whyKey={whyKey}
      toCommand={(filled, key) => ({
        ...{ type: 'changeServer', destinationId, ...changesIn(filled) },
        ...(key !== '' && { key }),
      })}
      onDone={onDone}
    />
  )
}

interface Props {
  spot: FeedbackId
  /** The initial values. */
  first: AddDraft
  hasUrl?: boolean
  hasKey?: boolean
  startsAtKey?: boolean
  keyHint: string
  onType?(typed: AddDraft): void
  /** Why the key is needed; null: it is not. */
  whyKey(filled: Texts): string | null
  toCommand(filled: Texts, key: string): CommandInput
  onDone(): void
}

/** A form whose key is only in its field until it is sent, and nowhere on the page from then on. */
function ServerForm({ hasUrl = true, hasKey = true, startsAtKey = false, ...props }: Props) {
  const { spot, first, keyHint, onType, whyKey, toCommand, onDone } = props
  const [name, key] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { form, problem, show, isReady, send } = useSubmit(spot)
  const noKeychain = usePanel(({ state }) => state?.keychain.state === 'none')
  useReturnFocus(startsAtKey ? key : name)

  async function submit(filledForm: HTMLFormElement): Promise<void> {
    const filled = textsOf(filledForm)
    if (hasUrl && !ADDRESS.test(filled.url)) return show({ field: 'url', text: WORDS.urlWrong })
    const value = key.current?.value.trim() ?? ''
    const why = value === '' && hasKey ? whyKey(filled) : null
    if (why !== null) return show({ field: 'key', text: why })
    const command = toCommand(filled, value)
    if (!isReady(command)) return
    if (key.current) key.current.value = ''
    const answer = await send(command)
    if (answer?.result === 'done') onDone()
    // A refusal that concerns another field is shown there.
    else if (value !== '' && (!answer || !atField(answer))) show({ field: 'key', text: WORDS.keyAgain })
  }

  return (
    <Form
      of={{ form, problem }}
      autoComplete="off"
      onSubmit={(filled) => void submit(filled)}
      onInput={({ currentTarget }) => onType?.(textsOf(currentTarget))}
      onEscape={onDone}
    >
      <Field
        name="name"
        label={WORDS.name}
        hint={WORDS.nameHint}
        field={name}
        defaultValue={first.name}
        maxLength={60}
      />
      {hasUrl ? (
        <Field
          name="url"
          label={WORDS.url}
          hint={WORDS.urlHint}
          defaultValue={first.url}
          inputMode="url"
          spellCheck={false}
          maxLength={500}
        />
      ) : (
        <p className="small">{WORDS.changeOnAir}</p>
      )}
      {hasKey && (
        <Field
          name="key"
          label={WORDS.key}
          hint={noKeychain ? WORDS.keyThisRun : keyHint}
          field={key}
          type="password"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div className="row">
        <Button type="submit" className="main">
          {SERVER_NAMES.save}
        </Button>
        <Button onClick={onDone}>{SERVER_NAMES.cancel}</Button>
      </div>
    </Form>
  )
}

type Texts = Required<AddDraft>

function textsOf(form: HTMLFormElement): Texts {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return { name: text('name'), url: text('url') }
}
