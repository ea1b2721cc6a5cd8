/** What of the journal is found, and what became of answers that were lost. */
import { expect, test } from 'vitest'
import { commands } from '../../shared/commands/commands.ts'
import type { JournalEntry } from '../../shared/state.ts'
import { settlingOf } from '../../shared/view/cameOut.ts'
import { AIR_COMMANDS, findEntries } from '../../shared/view/journal.ts'
import { type JournalFilter, journalSentence, journalTitle } from '../../shared/words/journal.ts'
import { journal, NOW } from '../renderer/states.ts'

const ids = (filter: JournalFilter, sought = '') => findEntries(journal(), filter, sought).map(({ id }) => id)

test('what is about the air is what the table of commands says, and the lock of a lost start', () => {
  const reaching = Object.entries(commands).filter(([, { reach }]) => reach === 'air')
  expect([...AIR_COMMANDS].sort()).toEqual([...reaching.map(([name]) => name), 'unlockGoLive'].sort())
})

test('each filter holds what its name says', () => {
  expect(ids('all')).toEqual(['j1', 'j2', 'j3', 'j4', 'j5'])
  expect(ids('onAir')).toEqual(['j1', 'j2', 'j3', 'j5'])
  expect(ids('problems')).toEqual(['j1', 'j4'])
})

test('a broadcast that ended badly, and a start that was none, are problems', () => {
  const [first] = journal()
  const seen = (what: JournalEntry['what']): JournalEntry => ({ ...(first as JournalEntry), what, outcome: null })
  const events = [
    seen({ event: 'ended', error: 'gone' }),
    seen({ event: 'ended', error: null }),
    seen({ event: 'settled', act: 'start', as: 'notStarted' }),
    seen({ event: 'settled', act: 'stop', as: 'stopped' }),
  ]
  expect(findEntries(events, 'problems', '')).toEqual([events[0], events[2]])
})

test('every word that is drawn can be sought, in any order and case', () => {
  expect(ids('all', 'MORNING prayer')).toEqual(['j4'])
  expect(ids('all', 'hotkey break')).toEqual(['j5'])
  expect(ids('all', 'sent once')).toEqual(['j1', 'j2'])
  expect(ids('problems', 'sync')).toEqual([])
})

test('a lost answer is told with what came out later, and one of a later try is not taken for it', () => {
  const entries = journal()
  const [asked, settled] = entries as [JournalEntry, JournalEntry]
  expect(settlingOf(entries, asked)).toEqual(settled.what)
  expect(settlingOf([asked], asked)).toBeNull()
  const again = { ...asked, id: 'again', at: NOW }
  expect(settlingOf([asked, again, settled], asked)).toBeNull()
  expect(settlingOf([asked, { ...settled, projectId: 'p2' }], asked)).toBeNull()
})

test('a name in an entry is its characters and nothing else: it turns no sentence and begins no line', () => {
  const evil = 'A\u001b\n\u202eB\u2066'
  const [first] = journal()
  const asked: JournalEntry = { ...(first as JournalEntry), what: { command: 'switchScene', about: evil } }
  const message: JournalEntry = {
    ...asked,
    outcome: { result: 'refused', refusal: { reason: 'syncRefused', message: evil } },
  }
  const texts = [journalTitle({ ...asked, outcome: null }), journalTitle(message), journalSentence(message)]
  for (const text of texts) {
    expect(text).toContain('A\\u001b\\n\\u202eB\\u2066')
    expect(text).not.toMatch(/[\p{Cc}\p{Bidi_C}]/u)
  }
})
