/** What was asked for in words, as a command in this very state. */
import { expect, test } from 'vitest'
import { type Asked, commandFor } from '../../shared/asking.ts'
import type { AppState, ProjectState } from '../../shared/state.ts'
import { onAir, stage } from '../core/stage.ts'

const stop: Asked = { verb: 'stop' }

/** The state with its show target changed. */
function withTarget(state: AppState, change: (project: ProjectState) => Partial<ProjectState>): AppState {
  const project = state.projects[state.targetId ?? '']
  if (!project) throw new Error('no show target')
  return { ...state, projects: { ...state.projects, [project.id]: { ...project, ...change(project) } } }
}

test('a command carries the broadcast that is seen, and null where nothing runs', async () => {
  const on = await stage({ preparingMs: 0 })
  expect(commandFor({ verb: 'next' }, on.rig.state(), null, 'step')).toEqual({
    command: { type: 'nextScene', liveId: null },
  })
  const liveId = await onAir(on)
  expect(commandFor({ verb: 'next' }, on.rig.state(), null, 'step')).toEqual({
    command: { type: 'nextScene', liveId },
  })
  expect(commandFor(stop, on.rig.state(), null, 'step')).toEqual({
    command: { type: 'armStop', liveId, mode: 'press' },
  })
})

test('nothing runs, nothing is known, and what runs has no name yet are three things', async () => {
  const on = await stage({ preparingMs: 0 })
  const refusalIn = (state: AppState) => {
    const meant = commandFor(stop, state, null, 'step')
    return 'refusal' in meant ? meant.refusal.reason : meant.command
  }
  expect(refusalIn(on.rig.state())).toBe('notLive')
  expect(refusalIn(withTarget(on.rig.state(), () => ({ live: null })))).toBe('notKnown')
  await onAir(on)
  const nameless = withTarget(on.rig.state(), ({ live }) => ({ live: live && { ...live, liveId: null } }))
  expect(refusalIn(nameless)).toBe('notKnown')
  expect(refusalIn({ ...on.rig.state(), targetId: null })).toBe('noTarget')
})

test('a name that every object answers to is no project', async () => {
  const on = await stage()
  const state = JSON.parse(JSON.stringify(on.rig.state())) as AppState
  for (const named of ['constructor', '__proto__', 'toString'])
    expect(commandFor({ verb: 'next' }, state, named, 'step')).toEqual({ refusal: { reason: 'unknownProject' } })
})
