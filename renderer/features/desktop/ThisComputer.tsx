import { type ReactNode, useState } from 'react'
import type { DoctorLine, DoctorState } from '../../../shared/doctor.ts'
import { DOCTOR_WORDS, doctorReport, doctorSentence } from '../../../shared/words/cli/doctor.ts'
import { describeReadFailure, useRead } from '../../data/queries.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Cross, Question } from '../../ui/icons/icons.tsx'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'
import { Card } from '../../ui/screen/Card.tsx'

/** An icon for each state, so that none is shown by colour alone. */
const SIGNS: Record<DoctorState, ReactNode> = { works: <GoodTick />, doesNot: <Cross />, cannotTell: <Question /> }

/** Checks what works on this computer, and what to do about the rest. Runs only on request. */
export function ThisComputer() {
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useRead('thisComputer', {}, asked)
  const lines = (!isFetching && !error && data?.value.lines) || null
  function examine(): void {
    if (isFetching) return
    if (asked) void refetch()
    else setAsked(true)
  }
  return (
    <Card heading={DOCTOR_WORDS.heading} level={3}>
      <p className="small">{DOCTOR_WORDS.about}</p>
      <div role="status">
        {error && !isFetching && <p className="noted strong">{describeReadFailure(error).what}</p>}
        {isFetching && <p>{DOCTOR_WORDS.examining}</p>}
        {lines && <p className="strong">{doctorReport(lines).sentence}</p>}
      </div>
      {lines && (
        <ul className="setting-list">
          {lines.map((one) => (
            <Line key={one.line} of={one} />
          ))}
        </ul>
      )}
      <div className="row setting-acts">
        <Button aria-busy={isFetching || undefined} onClick={examine}>
          {DOCTOR_WORDS.examine}
        </Button>
      </div>
    </Card>
  )
}

function Line({ of: one }: { of: DoctorLine }) {
  return (
    <li className={`noted ${one.state === 'doesNot' ? 'strong' : ''}`} data-state={one.state}>
      {SIGNS[one.state]}
      <span>{doctorSentence(one)}</span>
    </li>
  )
}
