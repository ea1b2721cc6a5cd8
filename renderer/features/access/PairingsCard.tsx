import type { PairingShown } from '../../../shared/control/pairings.ts'
import {
  PAIRING_HOW,
  PAIRING_NAMES,
  PAIRING_WORDS,
  pairingText,
  SCOPE_WORDS,
} from '../../../shared/words/accounts/pairings.ts'
import { describeReadFailure, useRead } from '../../data/queries.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'

/** Which control surfaces and programs are paired, and ending one. Its code is made and shown on the command line. */
export function PairingsCard() {
  const { data, error } = useRead('pairings', {})
  const pairings = data?.value.pairings
  return (
    <Card heading={PAIRING_WORDS.heading} level={3}>
      {error && <p className="empty small">{describeReadFailure(error).what}</p>}
      {pairings?.length === 0 && <p className="empty small">{PAIRING_WORDS.none}</p>}
      <ul className="ruled pairing-list">
        {pairings?.map((one) => (
          <Pairing key={one.id} of={one} />
        ))}
      </ul>
      <Answer spots={['pairings']} />
      <How title={PAIRING_HOW.deck} about={PAIRING_HOW.deckAbout} text={PAIRING_HOW.deckCommand} />
      <How title={PAIRING_HOW.osc} about={PAIRING_HOW.oscAbout} text={PAIRING_HOW.oscCommand} />
      <How title={PAIRING_HOW.agent} about={PAIRING_HOW.agentAbout} text={PAIRING_HOW.agentCommand} />
      <p className="small pairing-how">{PAIRING_HOW.checkout}</p>
    </Card>
  )
}

function How({ title, about, text }: { title: string; about: string; text: string }) {
  return (
    <div className="pairing-how">
      <h4>{title}</h4>
      <p className="small">{about}</p>
      <code className="pairing-paste">{text}</code>
    </div>
  )
}

function Pairing({ of: one }: { of: PairingShown }) {
  return (
    <li className="line">
      <p className="cluster">
        <b>{one.name}</b>
        <span className="small">{SCOPE_WORDS[one.scope]}</span>
        <span className="small num">{pairingText(one)}</span>
      </p>
      <div className="row">
        {one.scope === 'cues' && (
          <CommandButton
            name={one.armedUntil === null ? PAIRING_NAMES.arm : PAIRING_NAMES.disarm}
            of={one.name}
            about={null}
            spot="pairings"
            command={{ type: 'armPairing', pairingId: one.id, on: one.armedUntil === null }}
          />
        )}
        <CommandButton
          name={PAIRING_NAMES.end}
          of={one.name}
          about={null}
          spot="pairings"
          command={{ type: 'endPairings', pairingId: one.id }}
        />
      </div>
    </li>
  )
}
