import { REQUEST_FAULTS } from '../../../shared/rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, FAULT_KINDS } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { profileInUse } from '../../../shared/state.ts'
import { STUDIO_SILENT_WORDS } from '../../../shared/words/panel/states.ts'
import {
  ACCOUNT_WORDS,
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
  rehearsesElsewhere,
} from '../../../shared/words/show/rehearsal.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink, whyNoSwitch } from '../../store/reasons.ts'
import { UseProfile } from '../../ui/actions/UseProfile.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { CloudGone } from '../../ui/icons/icons.tsx'
import { ActiveFaults } from './ActiveFaults.tsx'
import { Faults } from './FaultForm.tsx'
import { Scenarios } from './Scenarios.tsx'
import { StudioKeys } from './StudioKeys.tsx'
import './Rehearsal.css'
import { useId } from 'react'
import { Field, Form, readNumber } from '../../ui/form/Field.tsx'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { Card } from '../../ui/screen/Card.tsx'

/** How long the studio takes to prepare a broadcast. */
export function Preparing() {
  const { form, problem, say, submit: send } = useSubmit('preparing')
  const ms = usePanel(({ state }) => state?.rehearsal?.preparingMs ?? 0)

  function submit(filled: HTMLFormElement): void {
    const read = readNumber(filled, 'preparing', 1_000)
    if (read === 'bad' || read === undefined) say({ field: 'preparing', message: '' })
    else void send({ type: 'setPreparing', ms: read })
  }

  return (
    <Card heading={REHEARSAL_HEADINGS.preparing} level={3}>
      <Form
        of={{ form, problem: problem && { ...problem, field: 'preparing' } }}
        className="form one-line"
        onSubmit={submit}
      >
        <Field
          key={ms}
          name="preparing"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          label={REHEARSAL_WORDS.preparingMs}
          hint={REHEARSAL_WORDS.preparingAbout}
          defaultValue={ms / 1_000}
        />
        <Button type="submit">{REHEARSAL_NAMES.setPreparing}</Button>
      </Form>
      <Answer spots={['preparing']} />
    </Card>
  )
}

/**
 * The kind of account that the studio simulates. It shows the actual state: the choice moves only once the core
 * confirms it.
 */
export function AccountKinds() {
  const { press, tell } = useActions()
  const name = useId()
  const chosen = usePanel(({ state }) => state?.rehearsal?.account ?? null)
  const reason = usePanel(whyNoLink)
  return (
    <Card heading={REHEARSAL_HEADINGS.account} level={3}>
      <fieldset className="kinds">
        <legend className="small">{REHEARSAL_WORDS.accountAbout}</legend>
        {ACCOUNT_KINDS.map((account) => (
          <label key={account} className="kind">
            <input
              type="radio"
              name={name}
              checked={chosen === account}
              onChange={() =>
                reason === null
                  ? void press('account', { type: 'rehearseAs', account })
                  : tell('account', { result: 'inert', why: reason })
              }
            />
            <span>
              <b className="strong">{ACCOUNT_WORDS[account].name}</b>
              <span className="small">{ACCOUNT_WORDS[account].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Answer spots={['account']} />
    </Card>
  )
}

/**
 * Injects faults into the local studio. The whole section has the look of a rehearsal, which nothing on air ever has.
 */
export function RehearsalSection() {
  const inUse = usePanel(({ state }) => state?.profileId === STUDIO_PROFILE)
  const known = usePanel(({ state }) => state?.rehearsal != null)
  if (!inUse) return <Elsewhere />
  if (!known) return <StateCard look="page" bad icon={<CloudGone />} words={STUDIO_SILENT_WORDS} />
  return (
    <div className="stack rehearsal-room rehearsing">
      <p className="setup-about">{REHEARSAL_WORDS.about}</p>
      <ActiveFaults />
      <Scenarios />
      <Faults heading={REHEARSAL_HEADINGS.requests} kinds={REQUEST_FAULTS} />
      <Faults heading={REHEARSAL_HEADINGS.broadcast} kinds={OF_THE_BROADCAST} />
      <AccountKinds />
      <Preparing />
      <StudioKeys />
    </div>
  )
}

const OF_THE_BROADCAST = FAULT_KINDS.filter((kind) => !REQUEST_FAULTS.includes(kind))

/** A real service is in use: no fault of the rehearsal reaches it. */
function Elsewhere() {
  const name = usePanel(({ state }) => (state && profileInUse(state)?.name) ?? '')
  const reason = usePanel(whyNoSwitch)
  return (
    <div className="words card">
      <p>{rehearsesElsewhere(name)}</p>
      <UseProfile
        name={REHEARSAL_NAMES.useStudio}
        spot={SPOT}
        className=""
        reason={reason}
        profileId={STUDIO_PROFILE}
      />
      {reason && <p className="small">{reason}</p>}
      <Answer spots={[SPOT]} />
    </div>
  )
}

const SPOT = `profile:${STUDIO_PROFILE}` as const
