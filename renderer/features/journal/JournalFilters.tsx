import { JOURNAL_FILTERS, type JournalFilter } from '../../../shared/view/journal.ts'
import { FILTER_WORDS, JOURNAL_WORDS } from '../../../shared/words/journal.ts'
import { SearchField } from '../../ui/SearchField.tsx'

export interface JournalChoice {
  filter: JournalFilter
  sought: string
}

interface Props {
  choice: JournalChoice
  onChoose(part: Partial<JournalChoice>): void
}

/** Which entries are shown. Digits typed here are text: scene keys leave fields alone. */
export function JournalFilters({ choice, onChoose }: Props) {
  return (
    <div className="journal-choice">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame that forced colours keep. */}
      <div className="chips" role="group" aria-label={JOURNAL_WORDS.filters}>
        {JOURNAL_FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            className="chip"
            aria-pressed={choice.filter === filter}
            onClick={() => onChoose({ filter })}
          >
            {FILTER_WORDS[filter]}
          </button>
        ))}
      </div>
      <SearchField
        label={JOURNAL_WORDS.find}
        value={choice.sought}
        onChange={(event) => onChoose({ sought: event.target.value })}
      />
    </div>
  )
}
