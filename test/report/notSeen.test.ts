/**
 * What viewers do not see yet: never more than the service reports, or than this client did since they saw everything.
 */
import { describe, expect, test } from 'vitest'
import type { Source } from '../../shared/commands/commands.ts'
import type { Done } from '../../shared/outcome.ts'
import type { JournalEntry, ProjectState } from '../../shared/state.ts'
import { pendingEditsOf } from '../../shared/view/notSeen.ts'
import { editBy, editWords, morePendingEdits } from '../../shared/words/show/show.ts'
import { done, liveProject, NOW, offProject, unsyncedProject } from '../renderer/states.ts'

let nr = 0
const did = (did: Done, source: Source = 'hotkey', projectId = 'p1'): JournalEntry => {
  nr += 1
  const command = did.what === 'synced' ? 'sync' : 'switchScene'
  const about = { projectId, projectName: 'Friday Night', outcome: done(did), ms: 80 }
  return { id: `e${nr}`, at: NOW - 60_000 + nr, source, what: { command, about: null }, ...about }
}
const switched = (sceneName: string, source?: Source, projectId?: string) =>
  did({ what: 'sceneSwitched', sceneName, reached: 'notOnAir' }, source, projectId)
const synced = () => did({ what: 'synced', edits: 1 })

const waiting = (unsynced: Partial<ProjectState['unsynced']>, more: Partial<ProjectState> = {}): ProjectState => ({
  ...unsyncedProject(),
  unsynced: { some: true, edits: 1, basis: 'service', ...unsynced },
  ...more,
})
const scenes = (project: ProjectState, journal: JournalEntry[]) =>
  pendingEditsOf(project, journal)?.known.map(({ scene, by }) => [scene, by?.source ?? null])

test('is nothing while nothing runs, or viewers see everything', () => {
  expect(pendingEditsOf(offProject(), [switched('Break')])).toBeNull()
  expect(pendingEditsOf(liveProject(), [switched('Break')])).toBeNull()
})

describe('is reported', () => {
  test('with the waiting scene, what is on air in its place, when and by whom', () => {
    const found = pendingEditsOf(waiting({}), [synced(), switched('Break')])
    expect(found).toMatchObject({ kind: 'some', more: 0 })
    const [edit] = found?.known ?? []
    expect(edit && [editWords(edit), editBy(edit)]).toEqual([
      'Break instead of Main show',
      expect.stringMatching(/^switched \d\d:\d\d by hotkey$/),
    ])
    expect(found && morePendingEdits(found)).toBeNull()
  })

  test('with the number of unknown edits', () => {
    const found = pendingEditsOf(waiting({ edits: 3 }), [synced(), switched('Break')])
    expect(found?.more).toBe(2)
    expect(found && morePendingEdits(found)).toBe('2 more changes: see Build.')
    const own = pendingEditsOf(waiting({ edits: 2, basis: 'own' }), [synced(), switched('Break')])
    expect(own && morePendingEdits(own)).toBe('1 more change, made here.')
  })

  test('without a number if the service gives none', () => {
    const found = pendingEditsOf(waiting({ edits: null }), [switched('Break')])
    expect([found?.known.length, found?.more]).toEqual([1, null])
    expect(found && morePendingEdits(found)).toBe('How many more is not known.')
  })

  test('as unknown if the service does not even report whether there is any', () => {
    const found = pendingEditsOf(waiting({ some: null, edits: null }), [switched('Break')])
    expect(found).toEqual({ kind: 'notKnown', known: [], more: null, own: false })
    expect(found && morePendingEdits(found)).toContain('the service does not say')
  })
})

describe('counts as ours', () => {
  const all = waiting({ edits: 9 })

  test('only what came after viewers saw everything, of this project, and did not reach the air', () => {
    const reached = did({ what: 'sceneSwitched', sceneName: 'Break', reached: 'onAir' })
    const since = [switched('Opening', 'cli', 'p2'), reached, switched('Break', 'tray')]
    expect(scenes(all, [switched('Ending'), synced(), ...since])).toEqual([['Break', 'tray']])
  })

  test('each switch if the service counts them, never more of them than it counts', () => {
    const journal = [synced(), switched('Break', 'tray'), switched('Ending', 'cli'), switched('Break')]
    expect(scenes(all, journal)).toEqual([
      ['Break', 'hotkey'],
      ['Ending', 'cli'],
      ['Break', 'tray'],
    ])
    expect(scenes(waiting({ edits: 2 }), journal)?.length).toBe(2)
    expect(scenes(waiting({ edits: 1, basis: 'own' }), journal)).toEqual([['Break', 'hotkey']])
  })

  test('a scene that another client made active is listed, without an author', () => {
    const [edit] = pendingEditsOf(waiting({}), [synced(), switched('Ending')])?.known ?? []
    expect(edit).toMatchObject({ scene: 'Break', insteadOf: 'Main show', by: null })
    expect(edit && editBy(edit)).toBe('not switched from here')
  })

  test('no scene, once it was switched back', () => {
    const back = waiting({ edits: 2 }, { scenes: liveProject().scenes })
    const journal = [synced(), switched('Break'), switched('Main show')]
    expect(pendingEditsOf(back, journal)).toMatchObject({ known: [], more: 2 })
  })

  test('nothing of an earlier show if no entry says when this one began', () => {
    const before = { ...switched('Break'), at: (liveProject().live?.startedAt ?? 0) - 1 }
    expect(scenes(all, [before])).toEqual([['Break', null]])
  })
})
