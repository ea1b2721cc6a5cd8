import { type InputEvent, useRef } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Done } from '../../../shared/outcome.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/settings/profiles.ts'
import {
  CONNECT_NAMES,
  CONNECT_WORDS,
  FIELD_HINTS,
  FIELD_WORDS,
  nameFor,
  WELCOME_NAMES,
} from '../../../shared/words/accounts/connecting.ts'
import { hostOf } from '../../../shared/words/accounts/profiles.ts'
import { describeDone } from '../../../shared/words/outcomes/outcomes.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { describeAnswer, whyNoSwitch } from '../../store/reasons.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { useReturnFocus } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Form } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { KeyField, TryLine } from './ProfileFields.tsx'
import { type Filled, lacksKey, readFilled, tryOf, useTry, whenThere } from './useTry.ts'

/** Switches to a profile that was just created, unless something is on air. @returns the outcome of both, in words */
export function useKeeping(): (created: Done) => Promise<string> {
  const panel = useActions()
  return async (created) => {
    const kept = describeDone(created)
    const name = created.what === 'profileCreated' ? created.profileName : ''
    const profileId = await whenThere(panel, name)
    const why = whyNoSwitch(panel.store.getState())
    if (profileId === null || why !== null) return `${kept} ${why ?? ''}`.trim()
    const answer = await panel.press('welcome', { type: 'switchProfile', profileId })
    return answer ? `${kept} ${describeAnswer(answer)}` : kept
  }
}

/** Returns a function that names an account after its host, with a name that is still free. */
export function useFreeName(): (baseUrl: string) => string {
  const { store } = useActions()
  return (baseUrl) => {
    const profiles = store.getState().state?.profiles ?? []
    return nameFor(hostOf(baseUrl.trim()), new Set(profiles.map(({ name }) => name.toLowerCase())))
  }
}

interface Props {
  /** The account is saved and, unless something is on air, in use. @param said the outcome, in words */
  onDone(said: string): void
  onBack(): void
}

/** A base URL and a key, tested before anything is saved. If all goes well, one button does everything. */
export function ConnectForm({ onDone, onBack }: Props) {
  const { form, key, problem, tried, submit, press, keep, test, forget, onInput } = useConnecting(onDone)
  const first = useRef<HTMLInputElement>(null)
  const onAir = usePanel(whyNoSwitch)
  useReturnFocus(first)

  return (
    <Form
      of={{ form, problem }}
      className="form connect"
      autoComplete="off"
      onInput={onInput}
      onSubmit={submit}
      onEscape={onBack}
    >
      <Field
        name="baseUrl"
        label={FIELD_WORDS.baseUrl}
        hint={FIELD_HINTS.baseUrl}
        field={first}
        inputMode="url"
        spellCheck={false}
      />
      <KeyField field={key} kept={null} />
      <Field name="name" label={FIELD_WORDS.name} hint={CONNECT_WORDS.name} maxLength={60} />
      <details className="more">
        <summary>{CONNECT_NAMES.more}</summary>
        <Field
          name="account"
          label={FIELD_WORDS.account}
          hint={FIELD_HINTS.account}
          defaultValue={DEFAULT_ACCOUNT}
          maxLength={60}
        />
      </details>
      {onAir && (
        <p className="small">
          {onAir} {CONNECT_WORDS.onAir}
        </p>
      )}
      <div className="row">
        <Button type="submit" className="primary" aria-disabled={tried.is === 'asking' || undefined}>
          {primaryName(tried.is === 'worked', onAir !== null)}
        </Button>
        <Button onClick={() => press(test)}>{CONNECT_NAMES.test}</Button>
        {tried.is === 'failed' && tried.problem.isPassing && (
          <Button onClick={() => press(keep)}>{CONNECT_NAMES.saveAnyway}</Button>
        )}
        <Button onClick={onBack}>{WELCOME_NAMES.back}</Button>
      </div>
      <TryLine tried={tried} onCancel={forget} />
      <Answer spots={['addProfile']} />
    </Form>
  )
}

/** The logic of the form: tests the input, saves it, and switches to it. */
function useConnecting(onDone: Props['onDone']) {
  const key = useRef<HTMLInputElement>(null)
  const { form, problem, say, show, isReady, send } = useSubmit('addProfile')
  const { tried, test, forget } = useTry(show)
  const nameFrom = useFreeName()
  const { dismiss } = useActions()
  const use = useKeeping()

  /** The input, or null after the form has shown what is missing. */
  function filled(): Filled | null {
    if (!form.current) return null
    const given = readFilled(form.current, key.current)
    const all = { ...given, name: given.name || nameFrom(given.baseUrl) }
    if (all.baseUrl === '') say({ field: 'baseUrl', message: CONNECT_WORDS.addressNeeded })
    else if (lacksKey(all)) say({ field: 'key', message: CONNECT_WORDS.keyNeeded })
    else if (isReady(tryOf(all)) && isReady(toKeep(all))) return all
    return null
  }

  async function keep(all: Filled): Promise<void> {
    // The core has the key from here on: it is removed from the page whatever the outcome.
    if (key.current) key.current.value = ''
    forget()
    const answer = await send(toKeep(all))
    if (answer?.result !== 'done') return
    dismiss('addProfile')
    onDone(await use(answer.done))
  }

  async function submit(): Promise<void> {
    const all = tried.is === 'asking' ? null : filled()
    if (all && (tried.is === 'worked' || (await test(all)))) await keep(all)
  }

  function press(act: (all: Filled) => Promise<unknown>): void {
    const all = filled()
    if (all) void act(all)
  }

  function onInput({ target }: InputEvent<HTMLFormElement>): void {
    forget()
    show(null)
    const name = form.current?.elements.namedItem('name')
    if (!(target instanceof HTMLInputElement) || !(name instanceof HTMLInputElement)) return
    if (target === name) name.dataset.own = 'true'
    else if (target.name === 'baseUrl' && name.dataset.own === undefined) name.value = nameFrom(target.value)
  }

  return { form, key, problem, tried, submit, press, keep, test, forget, onInput }
}

const toKeep = ({ account, ...filled }: Filled): CommandInput => ({
  type: 'createProfile',
  ...{ ...filled, account: account || DEFAULT_ACCOUNT },
})

/** The label of the main button: a proven connection is not tested again, and nothing is switched while on air. */
function primaryName(isProven: boolean, isOnAir: boolean): string {
  if (isOnAir) return isProven ? CONNECT_NAMES.save : CONNECT_NAMES.testAndSave
  return isProven ? CONNECT_NAMES.saveAndUse : CONNECT_NAMES.testAndUse
}
