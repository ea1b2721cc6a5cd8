import { useState } from 'react'
import type { PanelSessionShown } from '../../../shared/query/panelSessions.ts'
import {
  ACCESS_NAMES,
  ACCESS_SETTING_WORDS,
  accessText,
  browserText,
  unopenedText,
  whoseAccess,
} from '../../../shared/words/accounts/access.ts'
import { describeReadFailure, useRead } from '../../data/queries.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { PairingsCard } from './PairingsCard.tsx'
import { PhonesCard } from './PhonesCard.tsx'
import './Access.css'

/** Which browsers have access, and ending access for one or for all. */
export function AccessSection() {
  const { data, error } = useRead('panelSessions', {})
  const known = data?.value
  const unopened = known && unopenedText(known)
  const inApp = usePanel(({ state }) => state?.desktop != null)
  return (
    <>
      <p className="setup-about">{ACCESS_SETTING_WORDS.about}</p>
      <Card heading={ACCESS_SETTING_WORDS.browsers} level={3}>
        {error && <p className="empty small">{describeReadFailure(error).what}</p>}
        {known?.sessions.length === 0 && <p className="empty small">{ACCESS_SETTING_WORDS.none}</p>}
        <ul className="ruled access-list">
          {known?.sessions.map((one) => (
            <Browser key={one.id} of={one} />
          ))}
        </ul>
        {unopened && <p className="small">{unopened}</p>}
        {inApp && <p className="small">{ACCESS_SETTING_WORDS.app}</p>}
        <EndAll />
        <Answer spots={['access']} />
      </Card>
      <PhonesCard />
      <PairingsCard />
    </>
  )
}

function Browser({ of: one }: { of: PanelSessionShown }) {
  const { sessionId } = useActions()
  const name = browserText(one)
  const isHere = one.id === sessionId()
  return (
    <li className="line">
      <p className="cluster">
        <b>{name}</b>
        {isHere && <span className="badge">{ACCESS_SETTING_WORDS.here}</span>}
        <span className="small num">{accessText(one)}</span>
      </p>
      <CommandButton
        name={ACCESS_NAMES.end}
        of={whoseAccess(one)}
        about={isHere ? ACCESS_SETTING_WORDS.endingHere : null}
        spot="access"
        command={{ type: 'endSessions', sessionId: one.id }}
      />
    </li>
  )
}

function EndAll() {
  const { press } = useActions()
  const [asks, setAsks] = useState(false)
  const noLink = usePanel(whyNoLink)
  if (!asks)
    return (
      <div className="row">
        <PressButton name={ACCESS_NAMES.endAll} spot="access" reason={noLink} onPress={() => setAsks(true)} />
      </div>
    )
  async function endAll(): Promise<void> {
    setAsks(false)
    await press('access', { type: 'endSessions' })
  }
  return (
    <Ask
      question={ACCESS_SETTING_WORDS.endingAll}
      yes={ACCESS_NAMES.endAll}
      no={ACCESS_NAMES.keep}
      spot="access"
      onYes={() => void endAll()}
      onNo={() => setAsks(false)}
    />
  )
}
