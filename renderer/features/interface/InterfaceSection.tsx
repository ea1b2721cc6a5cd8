import { useState } from 'react'
import type { OperationEntry } from '../../../shared/state.ts'
import { INTERFACE_WORDS, overrideSentence } from '../../../shared/words/interface.ts'
import { SETUP_NAMES } from '../../../shared/words/setup.ts'
import { useMirror } from '../../store/context.tsx'
import { Card } from '../../ui/Card.tsx'
import { Warning } from '../../ui/icons.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { Choosing } from './Choosing.tsx'
import { Legend } from './Legend.tsx'
import { Operations } from './Operations.tsx'
import { chosenOperations, type Shown, type Sort } from './operations.ts'
import './Interface.css'

const NONE: OperationEntry[] = []

/** What can be said to the service, what each part of it rests on, and how it went. */
export function InterfaceSection() {
  const all = useMirror(({ state }) => state?.operations ?? NONE)
  const [chosen, setChosen] = useState<{ sought: string; shown: Shown; sort: Sort }>({
    sought: '',
    shown: 'all',
    sort: 'contract',
  })
  const operations = chosenOperations(all, chosen)
  const nothing = all.length === 0 ? INTERFACE_WORDS.none : INTERFACE_WORDS.noMatch
  return (
    <>
      <p className="setup-about">{INTERFACE_WORDS.about}</p>
      <Contract />
      {all.length > 0 && (
        <>
          <Legend />
          <Choosing chosen={chosen} onChoose={(part) => setChosen({ ...chosen, ...part })} />
        </>
      )}
      {operations.length === 0 ? <p className="empty">{nothing}</p> : <Operations operations={operations} />}
    </>
  )
}

/** Whether the contract is used as it stands, and the contract itself to take along. */
function Contract() {
  const override = useMirror(({ state }) => state?.override ?? null)
  const refused = override?.problem != null
  return (
    <Card heading={INTERFACE_WORDS.contract} level={3}>
      <p className="override" data-bad={refused || undefined}>
        {refused && <Warning />}
        <span>{override ? overrideSentence(override) : INTERFACE_WORDS.noOverride}</span>
      </p>
      <SaveButton handout="openapi" name={SETUP_NAMES.saveOpenapi} about={INTERFACE_WORDS.openapiAbout} />
    </Card>
  )
}
