/** An account whose projects are so large that a page of them exceeds the size limit of a response. */
import { expect, test } from 'vitest'
import { standBetween } from '../fakes/between.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { answered } from './stage.ts'

/** Unknown fields count towards the size as well. */
const LARGE = 'x'.repeat(24_000)

async function largeProjects(projects: number) {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock, projects }))
  const between = await standBetween(server.baseUrl, (ms, run) => clock.after(ms, run))
  atEnd(between.close)
  between.interfere({
    ...{ method: 'GET', path: /\/projects$/, times: Number.POSITIVE_INFINITY },
    tell: ({ projects: told, ...rest }: { projects: object[] }) => ({
      ...rest,
      projects: told.map((project) => ({ ...project, notes: LARGE })),
    }),
  })
  const rig = closing(await startRig({ service: { baseUrl: between.baseUrl, key: server.key }, clock }))
  return { rig, server, between }
}

test('the show target is found, and the newest projects are offered', async () => {
  const { rig, server } = await largeProjects(99)
  await ready(rig)
  const { items, failure } = rig.state().projectList
  expect([rig.show().id, items.length, failure]).toEqual([server.content.project, 100, null])
})

test('a page is combined from smaller ones, and ends where it would be too large to keep', async () => {
  const { rig, server, between } = await largeProjects(199)
  await ready(rig)
  const { otherProjects } = server.content
  const page = async (offset: number) => {
    const asked = rig.core.query('listProjects', { limit: 100, offset })
    return (await answered(rig, asked)).value
  }
  const first = await page(0)
  const next = await page(first.projects.length)
  const known = [...first.projects, ...next.projects].map(({ id }) => id)
  expect(first).toMatchObject({ total: 200, offset: 0 })
  expect(new Set(known).size).toBe(known.length)
  expect([server.content.project, ...otherProjects]).toEqual(expect.arrayContaining(known))
  expect(between.sent('GET', /\/projects$/).length).toBeLessThan(60)
})
