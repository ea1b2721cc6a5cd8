import { useState } from 'react'
import { PHONE_SCOPES } from '../../../shared/control/scopes.ts'
import type { PhoneShown, Phones } from '../../../shared/phone/phones.ts'
import { SCOPE_WORDS } from '../../../shared/words/accounts/pairings.ts'
import { PHONE_NAMES, PHONE_WORDS, phoneText } from '../../../shared/words/accounts/phones.ts'
import { describeReadFailure, useRead } from '../../data/queries.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink } from '../../store/reasons.ts'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Field, Select } from '../../ui/form/Field.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { newPhoneCode, type PhoneCode } from './phoneCode.ts'
import { QrCode } from './QrCode.tsx'

type PhoneScope = (typeof PHONE_SCOPES)[number]
const CHOICES = Object.fromEntries(PHONE_SCOPES.map((one) => [one, SCOPE_WORDS[one]])) as Record<PhoneScope, string>

/** Phones in the same network: on or off, pairing one, and which have access. */
export function PhonesCard() {
  const { data, error } = useRead('phones', {})
  const phones = data?.value
  return (
    <Card heading={PHONE_WORDS.heading} level={3}>
      <p className="small">{PHONE_WORDS.about}</p>
      {error && <p className="empty small">{describeReadFailure(error).what}</p>}
      {phones && <Network of={phones} />}
      {phones?.problem && (
        <p className="small" role="alert">
          {phones.problem}
        </p>
      )}
      {phones?.on && phones.problem === null && <Pairing of={phones} />}
      {phones?.on && phones.phones.length === 0 && <p className="empty small">{PHONE_WORDS.none}</p>}
      <ul className="ruled phone-list">
        {phones?.phones.map((one) => (
          <Phone key={one.id} of={one} />
        ))}
      </ul>
      <Answer spots={['phones']} />
    </Card>
  )
}

/** Not an address. */
const ALL = 'all'

/** On or off, and at which address of this computer. */
function Network({ of: { on, address, choices } }: { of: Phones }) {
  const { press } = useActions()
  const waits = usePanel(isWaiting('phones'))
  return (
    <div className="row phone-network">
      {on && (
        <Select
          label={PHONE_WORDS.network}
          words={{ [ALL]: PHONE_WORDS.all, ...Object.fromEntries(choices.map((one) => [one, one])) }}
          value={address ?? ALL}
          disabled={waits}
          onChoose={(one) => void press('phones', { type: 'setPhones', on, address: one === ALL ? null : one })}
        />
      )}
      {!on && <span className="small">{PHONE_WORDS.off}</span>}
      <CommandButton
        name={on ? PHONE_NAMES.turnOff : PHONE_NAMES.turnOn}
        spot="phones"
        command={{ type: 'setPhones', on: !on }}
      />
    </div>
  )
}

/** A code for one phone, made in this page, until that phone is answered. */
function Pairing({ of: phones }: { of: Phones }) {
  const { pairing } = phones
  const [code, setCode] = useState<PhoneCode | null>(null)
  if (!pairing) return <Begin onBegin={setCode} />
  const asks = pairing.asks
  if (asks)
    return (
      <section className="card ask">
        <p className="ask-title" role="alert">
          {PHONE_WORDS.asks(pairing.name, asks)}
        </p>
        <p>{PHONE_WORDS.compare}</p>
        <p className="phone-digits num">{asks.check}</p>
        <div className="row">
          <CommandButton
            className=""
            name={PHONE_NAMES.allow}
            spot="phones"
            command={{ type: 'answerPhone', askId: asks.id, allow: true }}
          />
          <CommandButton
            className=""
            name={PHONE_NAMES.refuse}
            spot="phones"
            command={{ type: 'answerPhone', askId: asks.id, allow: false }}
          />
        </div>
      </section>
    )
  return (
    <section className="phone-code">
      {code && <Invitation of={phones} code={code.code} />}
      <p className="small">{PHONE_WORDS.waiting}</p>
      <CommandButton name={PHONE_NAMES.cancel} spot="phones" command={{ type: 'answerPhone', allow: false }} />
    </section>
  )
}

/** Where the phone goes, and what it enters there. */
function Invitation({ of: { served }, code }: { of: Phones; code: string }) {
  const [first] = served
  return (
    <>
      <p>{PHONE_WORDS.scan}</p>
      {first && <QrCode text={`${first.url}#${code}`} label={PHONE_WORDS.qr} />}
      <p>
        {PHONE_WORDS.code}: <b className="num">{code}</b>
      </p>
      <p className="small">{PHONE_WORDS.warning}</p>
      <ul className="small phone-served">
        {served.map(({ url, fingerprint, ends }) => (
          <li key={url}>
            {url}
            <code className="phone-fingerprint">{fingerprint}</code>
            {PHONE_WORDS.ends(ends)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The name and the scope are chosen before there is a code. */
function Begin({ onBegin }: { onBegin: (code: PhoneCode) => void }) {
  const { press } = useActions()
  const noLink = usePanel(whyNoLink)
  const [name, setName] = useState<string>(PHONE_WORDS.defaultName)
  const [scope, setScope] = useState<PhoneScope>('show')
  async function begin(): Promise<void> {
    const made = await newPhoneCode()
    onBegin(made)
    await press('phones', { type: 'pairPhone', name, scope, codeHash: made.hash })
  }
  return (
    <div className="phone-begin">
      <Field
        name="name"
        label={PHONE_WORDS.name}
        value={name}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
      />
      <Select label={PHONE_WORDS.scope} words={CHOICES} value={scope} onChoose={(one: PhoneScope) => setScope(one)} />
      <PressButton name={PHONE_NAMES.pair} spot="phones" reason={noLink} onPress={() => void begin()} />
    </div>
  )
}

function Phone({ of: one }: { of: PhoneShown }) {
  return (
    <li className="line">
      <p className="cluster">
        <b>{one.name}</b>
        <span className="small num">{phoneText(one)}</span>
      </p>
      <CommandButton
        name={PHONE_NAMES.end}
        of={one.name}
        spot="phones"
        command={{ type: 'endSessions', sessionId: one.id }}
      />
    </li>
  )
}
