import { expect, test } from 'vitest'
import { tellFailure } from '../../shared/words/failures.ts'
import { startRig } from '../fakes/rig.ts'
import { LIVE, PROJECT } from '../service/kit.ts'
import { type Got, json, serve } from '../service/server.ts'
import { closing } from '../support/atEnd.ts'

const scenes = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `s${place}`, name: `Scene ${place}`, isActive: place === 0 }))
const OFF = { ...LIVE, status: 'OFFLINE', liveId: null }

/** A core on a service with one project, whose lists are as asked for. */
async function rigOn(lists: { scenes: () => unknown[]; projects?: () => unknown[] }) {
  const all = ({ path }: Got): object => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    const paged = (name: string, items: unknown[]) => {
      const offset = Number(searchParams.get('offset'))
      return { [name]: items.slice(offset, offset + 100), total: items.length }
    }
    if (pathname === '/projects') return paged('projects', lists.projects?.() ?? [PROJECT])
    if (pathname.endsWith('/scenes')) return paged('scenes', lists.scenes())
    return pathname.endsWith('/live') ? OFF : PROJECT
  }
  const server = closing(await serve((got, response) => json(response, 200, all(got))))
  return closing(await startRig({ service: { baseUrl: server.baseUrl, key: 'svc_test' } }))
}

test('too many scenes are said to be too many, for as long as they are', async () => {
  let count = 601
  const rig = await rigOn({ scenes: () => scenes(count) })
  await rig.until(() => rig.state().targetId !== null && rig.show().failure !== null, 'the scenes were read')
  // Other things are read meanwhile, and well.
  await rig.pass(20_000)
  expect(rig.show()).toMatchObject({ scenes: null, live: { status: 'OFFLINE' } })
  expect(tellFailure(rig.show().failure as never).what).toBe('Too much to read: more than 600 scenes.')
  expect([rig.state().service.failure, rig.tally()]).toEqual([null, 'off'])
  count = 600
  await rig.until(() => rig.show().scenes?.length === 600, 'they are read')
  expect(rig.show().failure).toBe(null)
})

test('of a list of projects without end the first are listed, and it is said that there are more', async () => {
  const project = (_: unknown, place: number) => ({ ...PROJECT, id: `p${place}`, name: 'n'.repeat(10_000) })
  const projects = Array.from({ length: 4_500 }, project)
  const rig = await rigOn({ scenes: () => scenes(1), projects: () => projects })
  await rig.press({ type: 'loadProjects' })
  const { items, failure } = rig.state().projectList
  expect(items.length).toBeGreaterThan(3_000)
  expect(items[0]).toMatchObject({ id: 'p0', name: expect.stringMatching(/^n{499}…$/) })
  expect(failure && tellFailure(failure)).toEqual({
    what: expect.stringMatching(/^Too much to read: more than .* of projects/),
    todo: 'Only what came before that is listed.',
  })
})
