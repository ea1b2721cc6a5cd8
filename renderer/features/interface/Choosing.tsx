import { useId } from 'react'
import { INTERFACE_WORDS, SHOWN_WORDS, SORT_WORDS } from '../../../shared/words/interface.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import type { Shown, Sort } from './operations.ts'

interface Chosen {
  sought: string
  shown: Shown
  sort: Sort
}

interface Props {
  chosen: Chosen
  onChoose(part: Partial<Chosen>): void
}

/** Which operations are shown, and in which order. */
export function Choosing({ chosen, onChoose }: Props) {
  return (
    <div className="choosing">
      <SearchField
        label={INTERFACE_WORDS.filter}
        value={chosen.sought}
        onChange={(event) => onChoose({ sought: event.target.value })}
      />
      <Select
        label={INTERFACE_WORDS.show}
        words={SHOWN_WORDS}
        value={chosen.shown}
        onChoose={(shown) => onChoose({ shown })}
      />
      <Select
        label={INTERFACE_WORDS.sort}
        words={SORT_WORDS}
        value={chosen.sort}
        onChoose={(sort) => onChoose({ sort })}
      />
    </div>
  )
}

interface SelectProps<Key extends string> {
  label: string
  words: Readonly<Record<Key, string>>
  value: Key
  onChoose(key: Key): void
}

function Select<Key extends string>({ label, words, value, onChoose }: SelectProps<Key>) {
  const id = useId()
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value as Key)}>
        {(Object.entries(words) as [Key, string][]).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
