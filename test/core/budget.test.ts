/** The cost of following everything at once, because others share the account's budget. */
import { expect, test } from 'vitest'
import { quiet } from '../fakes/quiet.ts'
import { atEnd } from '../support/atEnd.ts'
import { ACTIVATE, onAir, sceneId, stage } from './stage.ts'

const MINUTE = 60_000
/** The rate stays constant, so 15 minutes suffice; `CUELIGHT_FOLLOWED_MINUTES=60` simulates an hour. */
const MINUTES = Number(process.env.CUELIGHT_FOLLOWED_MINUTES ?? 15)

test('an import, a queue, an encode and three shows cost 60 requests a minute and delay no command', async () => {
  const on = await stage({
    importMs: (MINUTES / 6) * MINUTE,
    encodeMs: 2 * MINUTES * MINUTE,
    projects: 2,
    plannedSeconds: 120 * MINUTES,
  })
  const { rig, server } = on
  for (const projectId of server.content.otherProjects) server.control.startElsewhere(projectId)
  const liveId = await onAir(on)
  const links = [1, 2, 3, 4, 5].map((nth) => `https://example.org/part-${nth}.mp4`)
  await rig.press({ type: 'edit', operation: 'importFiles', input: { links } })
  const fileIds = server.content.files.videos.slice(0, 1)
  await rig.press({ type: 'edit', operation: 'encodeFiles', input: { fileIds } })
  atEnd(
    every(5_000, () =>
      server.content.otherProjects.map((projectId) => rig.core.query('getLive', { projectId }, true)),
    ),
  )
  atEnd(every(15_000, () => [rig.core.query('listEncodes', {}, true)]))
  atEnd(every(10_000, () => [rig.core.query('imports', {})]))

  /** A panel that shows everything and reads it again at this interval. */
  function every(ms: number, read: () => Promise<unknown>[]): () => void {
    let cancel = rig.clock.after(ms, again)
    function again(): void {
      for (const one of read()) one.catch(() => {})
      cancel = rig.clock.after(ms, again)
    }
    return () => cancel()
  }

  /** In steps of one second, so that the clock does not outrun writes to disk. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await rig.pass(1_000)
      await quiet()
    }
  }

  // Wait until everything that is read once at the start of a show has been read.
  await pass(2 * MINUTE)
  const perMinute: number[] = []
  const waits: number[] = []
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const before = server.requests.length
    await pass(MINUTE / 2)
    const pressedAt = rig.clock.monotonic()
    const pressed = rig.press({ type: 'switchScene', sceneId: sceneId(on, 1 + (minute % 2)), liveId })
    await server.arrived('POST', ACTIVATE, minute + 1)
    waits.push(rig.clock.monotonic() - pressedAt)
    expect(await pressed).toMatchObject({ result: 'done' })
    await pass(MINUTE / 2)
    perMinute.push(server.requests.length - before)
  }
  const { value } = await rig.core.query('imports', {})
  if (process.env.CUELIGHT_FOLLOWED_MINUTES) console.info(`at most ${Math.max(...perMinute)} requests a minute`)
  expect(value.imports.map(({ state }) => state)).toEqual([
    'done',
    'done',
    'done',
    'done',
    expect.stringMatching(/run|done/),
  ])
  expect(waits).toEqual(Array.from({ length: MINUTES }, () => 0))
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(60)
}, 120_000)
