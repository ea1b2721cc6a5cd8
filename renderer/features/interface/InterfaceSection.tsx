import { useState } from 'react'
import type { OperationEntry } from '../../../shared/state.ts'
import {
  INTERFACE_WORDS,
  overrideSentence,
  SHOWN_WORDS,
  SORT_WORDS,
  SOURCE_OF,
} from '../../../shared/words/panel/interface.ts'
import { SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import { usePanel } from '../../store/context.tsx'
import { SaveButton } from '../../ui/actions/SaveButton.tsx'
import { Select } from '../../ui/form/Field.tsx'
import { Warning } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { chosenOperations, Operations, type Shown, type Sort } from './Operations.tsx'
import './Interface.css'
import { SearchField } from '../../ui/form/SearchField.tsx'

interface Chosen {
  sought: string
  shown: Shown
  sort: Sort
}

/** Filters and sorts the operations. */
export function Choosing({ chosen, onChoose }: { chosen: Chosen; onChoose(part: Partial<Chosen>): void }) {
  return (
    <div className="choosing">
      <SearchField
        label={INTERFACE_WORDS.filter}
        value={chosen.sought}
        onChange={(event) => onChoose({ sought: event.target.value })}
      />
      <Select
        className="choice"
        label={INTERFACE_WORDS.show}
        words={SHOWN_WORDS}
        value={chosen.shown}
        onChoose={(shown) => onChoose({ shown })}
      />
      <Select
        className="choice"
        label={INTERFACE_WORDS.sort}
        words={SORT_WORDS}
        value={chosen.sort}
        onChoose={(sort) => onChoose({ sort })}
      />
    </div>
  )
}

/** Explains the three kinds of sources. */
export function Legend() {
  return (
    <Card heading={INTERFACE_WORDS.legend} level={3}>
      <dl className="facts">
        {Object.entries(SOURCE_OF).map(([source, { name, about }]) => (
          <div key={source}>
            <dt>
              <span className="source" data-source={source}>
                {name}
              </span>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const NONE: OperationEntry[] = []

/** The operations of the service, the source of each part, and how the last call went. */
export function InterfaceSection() {
  const all = usePanel(({ state }) => state?.operations ?? NONE)
  const [chosen, setChosen] = useState<Chosen>({ sought: '', shown: 'all', sort: 'contract' })
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

/** Whether the contract is used unmodified, and a button to save it. */
function Contract() {
  const override = usePanel(({ state }) => state?.override ?? null)
  const refused = override?.problem != null
  return (
    <Card heading={INTERFACE_WORDS.contract} level={3}>
      <p className={refused ? 'noted override strong' : 'noted override'} data-bad={refused || undefined}>
        {refused && <Warning />}
        <span>{override ? overrideSentence(override) : INTERFACE_WORDS.noOverride}</span>
      </p>
      <SaveButton download="openapi" name={SETUP_NAMES.saveOpenapi} about={INTERFACE_WORDS.openapiAbout} />
    </Card>
  )
}
