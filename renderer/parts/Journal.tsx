import { useState } from 'react'
import type { JournalEntry } from '../../shared/state.ts'
import { SOURCE_WORDS } from '../../shared/words/commands.ts'
import { took } from '../../shared/words/format.ts'
import { journalSentence, journalTitle } from '../../shared/words/journal.ts'
import { EMPTY, FEWER_ENTRIES, HEADINGS, REHEARSAL_MARK } from '../../shared/words/labels.ts'
import { moreEntries, timeOfDay } from '../../shared/words/show.ts'
import { useMirror } from '../mirror/context.tsx'
import { LOOKS } from '../mirror/presses.ts'
import { SIGNS } from './Answer.tsx'
import { Card } from './Card.tsx'
import './Journal.css'

/** Entries shown at first. */
const FIRST = 10

const NONE: JournalEntry[] = []

/** What was asked for and what came of it, newest first. */
export function Journal() {
  const entries = useMirror(({ state }) => state?.journal ?? NONE)
  const rehearsal = useMirror(({ state }) => state?.service.rehearsal ?? false)
  const [all, setAll] = useState(false)
  const shown = entries.slice(all ? 0 : -FIRST).reverse()
  return (
    <Card heading={HEADINGS.journal} aside={rehearsal ? REHEARSAL_MARK : undefined} className="journal">
      {entries.length === 0 && <p className="empty">{EMPTY.journal}</p>}
      <ol>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {entries.length > FIRST && (
        <button type="button" className="button quiet" onClick={() => setAll(!all)}>
          {all ? FEWER_ENTRIES : moreEntries(entries.length - FIRST)}
        </button>
      )}
    </Card>
  )
}

function Entry({ entry }: { entry: JournalEntry }) {
  const elsewhere = useMirror(({ state }) => entry.projectId !== null && entry.projectId !== state?.targetId)
  const title = journalTitle(entry)
  return (
    <li className="entry">
      <time className="num" dateTime={new Date(entry.at).toISOString()}>
        {timeOfDay(entry.at)}
      </time>
      <span className="entry-source">{SOURCE_WORDS[entry.source]}</span>
      <Sign entry={entry} />
      <p className="entry-words">
        {elsewhere && entry.projectName && <span className="entry-project">{entry.projectName}: </span>}
        {title && <b>{title}</b>} {journalSentence(entry)}
      </p>
      <span className="entry-took num">{entry.ms === null ? '' : took(entry.ms)}</span>
    </li>
  )
}

/** How it ended, at a glance. What was only seen has no sign. */
function Sign({ entry }: { entry: JournalEntry }) {
  const { outcome, what } = entry
  if (!('command' in what)) return <span className="entry-sign" />
  const look = outcome ? LOOKS[outcome.result] : 'sent'
  return (
    <span className="entry-sign" data-look={look}>
      {SIGNS[look]}
    </span>
  )
}
