import { useDeferredValue, useState } from 'react'
import type { JournalEntry } from '../../../shared/state.ts'
import { byDay, findEntries, isSameDay, isTurningPoint } from '../../../shared/view/journal.ts'
import { hasFailed, type Reconciled, reconcile } from '../../../shared/view/reconciled.ts'
import { sourceText } from '../../../shared/words/commands/commands.ts'
import { took } from '../../../shared/words/format.ts'
import { EMPTY, FEWER_ENTRIES, HEADINGS, REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import {
  dayName,
  entriesFound,
  FILTER_WORDS,
  JOURNAL_FILTERS,
  JOURNAL_WORDS,
  type JournalFilter,
  journalSentence,
  journalTitle,
  nothingFound,
} from '../../../shared/words/reports/journal.ts'
import { moreEntries, timeOfDay } from '../../../shared/words/show/show.ts'
import { usePanel } from '../../store/context.tsx'
import { LOOKS, type SubmissionLook } from '../../store/submissions.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { SIGNS } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { ReportButton } from './ReportButton.tsx'
import './Journal.css'
import { SearchField } from '../../ui/form/SearchField.tsx'

export interface JournalChoice {
  filter: JournalFilter
  sought: string
}

/** Filters the entries. Digits typed here are text: scene keys ignore input fields. */
export function JournalFilters({
  choice,
  onChoose,
}: {
  choice: JournalChoice
  onChoose(part: Partial<JournalChoice>): void
}) {
  return (
    <div className="row journal-choice">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame that stays with forced colours. */}
      <div className="chips" role="group" aria-label={JOURNAL_WORDS.filters}>
        {JOURNAL_FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            className="plain label chip"
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

/** Number of entries shown initially. */
const FIRST = 10

const NONE: JournalEntry[] = []
const EVERYTHING: JournalChoice = { filter: 'all', sought: '' }

/** Lasts as long as the page: the user who returns from the settings finds the same filter. */
let kept = EVERYTHING

/** All commands and their outcomes, newest first. */
export function Journal() {
  const entries = usePanel(({ state }) => state?.journal ?? NONE)
  const rehearsal = usePanel(({ state }) => state?.service.rehearsal ?? false)
  const [choice, setChoice] = useState(kept)
  function choose(part: Partial<JournalChoice>): void {
    kept = { ...kept, ...part }
    setChoice(kept)
  }
  return (
    <Card
      heading={HEADINGS.journal}
      aside={
        <div className="row">
          {rehearsal && <span className="rehearsal-tag">{REHEARSAL_MARK}</span>}
          <ReportButton />
        </div>
      }
      className="journal"
    >
      {entries.length === 0 ? (
        <p className="empty">{EMPTY.journal}</p>
      ) : (
        <>
          <JournalFilters choice={choice} onChoose={choose} />
          <Found entries={entries} choice={choice} onAll={() => choose(EVERYTHING)} />
        </>
      )}
    </Card>
  )
}

/** The matching entries, or why there are none. */
function Found({ entries, choice, onAll }: { entries: JournalEntry[]; choice: JournalChoice; onAll(): void }) {
  const [all, setAll] = useState(false)
  const sought = useDeferredValue(choice.sought)
  const found = findEntries(entries, choice.filter, sought)
  const isChosen = choice.filter !== 'all' || sought.trim() !== ''
  const shown = found.slice(all ? 0 : -FIRST).reverse()
  return (
    <>
      <p className="hearable" aria-live="polite">
        {isChosen && found.length > 0 ? entriesFound(found.length, entries.length) : ''}
      </p>
      {found.length === 0 && (
        <div className="journal-nothing">
          <p className="empty" aria-live="polite">
            {nothingFound(choice.filter, sought)}
          </p>
          <Button onClick={onAll}>{JOURNAL_WORDS.showAll}</Button>
        </div>
      )}
      {byDay(shown).map((day) => (
        <section key={day.at}>
          <DayName at={day.at} />
          <ol className="ruled">
            {day.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} all={entries} />
            ))}
          </ol>
        </section>
      ))}
      {found.length > FIRST && (
        <Button onClick={() => setAll(!all)}>{all ? FEWER_ENTRIES : moreEntries(found.length - FIRST)}</Button>
      )}
    </>
  )
}

/** Today has no heading: nearly all entries are from today. */
function DayName({ at }: { at: number }) {
  const isToday = useTimed((_, now) => isSameDay(at, now))
  return isToday ? null : <h3 className="journal-date small strong">{dayName(at)}</h3>
}

function Entry({ entry, all }: { entry: JournalEntry; all: readonly JournalEntry[] }) {
  const elsewhere = usePanel(({ state }) => entry.projectId !== null && entry.projectId !== state?.targetId)
  const project = usePanel(({ state }) => state?.projects[entry.projectId ?? ''] ?? null)
  const title = journalTitle(entry)
  const out = reconcile(project, all, entry)
  const turns = isTurningPoint(entry)
  return (
    <li className={turns ? 'entry strong' : 'entry'} data-turn={turns || undefined}>
      <time className="num" dateTime={new Date(entry.at).toISOString()}>
        {timeOfDay(entry.at)}
      </time>
      <span className="entry-source">{sourceText(entry)}</span>
      <Sign look={lookOf(entry, out)} />
      <p className="entry-words">
        {elsewhere && entry.projectName && <span className="entry-project">{entry.projectName}: </span>}
        {title && <b>{title}:</b>} {journalSentence(entry, out)}
      </p>
      <span className="entry-took num">{entry.ms === null ? '' : took(entry.ms)}</span>
    </li>
  )
}

/**
 * The look of an outcome. An entry that was only observed has none; a lost one that has been reconciled is no longer
 * pending.
 */
function lookOf({ outcome, what }: JournalEntry, out: Reconciled | null): SubmissionLook | null {
  if (!('command' in what)) return null
  if (out) return hasFailed(out) ? 'failed' : 'done'
  return outcome ? LOOKS[outcome.result] : 'sent'
}

/** The outcome as an icon. */
function Sign({ look }: { look: SubmissionLook | null }) {
  return (
    <span className="entry-sign" data-look={look ?? undefined}>
      {look && SIGNS[look]}
    </span>
  )
}
