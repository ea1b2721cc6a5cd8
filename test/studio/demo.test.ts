/** The content of a new data dir: something on every screen, and all of it consistent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectRefusal, Rehearsal } from './support.ts'

let demo: Rehearsal
beforeAll(async () => {
  demo = await Rehearsal.start({ demo: 'whole' })
})
afterAll(() => demo.studio.close())

const projectNamed = async (name: string) =>
  (await demo.ask('listProjects')).projects.find((project) => project.name === name)?.id ?? ''

it('has a project for every duration and mode; those in plugin mode cannot be started here', async () => {
  const { projects } = await demo.ask('listProjects')
  expect(projects.map(({ duration, pluginMode }) => [duration?.manual, pluginMode])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ])
  const projectId = await projectNamed('Speedrun overlays')
  const body = { dates: ['2026-01-06T20:00:00Z'] }
  for (const name of ['startLive', 'scheduleLive'] as const) {
    expectRefusal(await demo.try(name, { projectId, body }), 400, 'PLUGIN_MODE_NOT_SUPPORTED')
  }
})

it('has layers of every type, whose items are existing files', async () => {
  const { files } = await demo.ask('listFiles', { query: { limit: 100 } })
  const types = new Set<string>()
  for (const { id: projectId } of (await demo.ask('listProjects')).projects) {
    const { scenes } = await demo.ask('listScenes', { projectId })
    for (const { id: layerId } of scenes.flatMap(({ layers }) => layers ?? [])) {
      const { type, settings } = await demo.ask('getLayer', { projectId, layerId })
      types.add(type)
      for (const { fileId, duration } of settings.files ?? []) {
        expect(files.find(({ id }) => id === fileId)?.issues?.errors).toEqual([])
        expect(duration).toBeGreaterThan(0)
      }
    }
  }
  expect([...types].toSorted()).toEqual(['audioPlaylist', 'image', 'interactive', 'text', 'videoPlaylist'])
  const { folders } = await demo.ask('listFolders')
  expect(folders.map(({ name, fileCount }) => [name, fileCount])).toEqual([
    ['Sponsors', 1],
    ['Loops', 5],
    ['Music', 3],
  ])
})

it('has a past: what played, who watched, and one broadcast that broke off', async () => {
  const projectId = await projectNamed('Coffee Beats 24/7')
  const { broadcasts } = await demo.ask('listBroadcasts', { projectId })
  expect(broadcasts.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'ERROR', 'COMPLETED'])
  for (const { liveId, peakViewers, duration, date, endedAt } of broadcasts) {
    const query = { sections: 'dailyTrend,trafficSources,ageGroups,genders,devices,geography' }
    const { overview, livestream, sections } = await demo.ask('getStatistics', { liveId, query })
    expect(livestream?.peakConcurrentViewers).toBe(peakViewers)
    expect(overview.watchTimeMinutes).toBeCloseTo(
      ((livestream?.averageConcurrentViewers ?? 0) * (duration ?? 0)) / 60,
      0,
    )
    // Every division of the views adds up to the total; a broadcast past midnight has views on more than one day.
    const parts = Object.values(sections ?? {}) as { views: number }[][]
    expect(parts.map((all) => all.reduce((sum, { views }) => sum + views, 0))).toEqual(
      parts.map(() => overview.views),
    )
    const days = Math.floor(Date.parse(endedAt ?? '') / 86_400_000) - Math.floor(Date.parse(date ?? '') / 86_400_000)
    expect(sections?.dailyTrend?.filter(({ views }) => views > 0)).toHaveLength(days + 1)
    expect(((overview.averageViewDurationSec ?? 0) * (overview.views ?? 0)) / 60).toBeCloseTo(
      overview.watchTimeMinutes ?? 0,
      -2,
    )
    expect((await demo.ask('getPlayedFiles', { liveId })).total).toBeGreaterThan(100)
  }
  expect(await demo.ask('getLive', { projectId })).toMatchObject({ status: 'OFFLINE', error: null })
  await demo.goLive(projectId)
  const { onAir, viewers } = await demo.ask('getLive', { projectId })
  expect([onAir?.length, viewers]).toEqual([1, null])
})

it('has a show to explore: its opening leads on to it, its files exist, and one of them needs encoding', async () => {
  const projectId = await projectNamed('Friday Night')
  const { scenes } = await demo.ask('listScenes', { projectId })
  const named = (name: string) => scenes.find((scene) => scene.name === name)
  const lists = scenes.map(({ layers }) => layers?.filter(({ type }) => type === 'videoPlaylist') ?? [])
  expect(lists.map(({ length }) => length)).toEqual([1, 1, 0, 1, 0, 0])
  expect(lists[0]?.[0]?.nextScene).toBe(named('Main show')?.id)
  const { files } = await demo.ask('listFiles', { query: { limit: 100 } })
  const unfit = files.filter(({ issues }) => issues?.errors?.length)
  expect(unfit.map(({ name }) => name)).toEqual(['Drone over Porto.mov'])
})

// Last, because it changes what the other tests check.
it('a file that needs encoding is usable after encoding, and a file that did not need it remains usable', async () => {
  const fileIds = ['demo-porto', 'demo-soon']
  await demo.ask('encodeFiles', { body: { fileIds } })
  const errors = (fileId: string) => demo.ask('getFile', { fileId }).then(({ issues }) => issues?.errors)
  await expect.poll(() => Promise.all(fileIds.map(errors))).toEqual([[], []])
})

it('has a past whose statistics and days are those of its record, even if the clock of the service jumps', async () => {
  const projectId = await projectNamed('Coffee Beats 24/7')
  const read = async () => {
    const [past] = (await demo.ask('listBroadcasts', { projectId })).broadcasts
    const [startDate, endDate] = [past?.date ?? '', past?.endedAt ?? ''].map((date) => date.slice(0, 10))
    const query = { sections: 'dailyTrend', ...(startDate && endDate && { startDate, endDate }) }
    const { overview, sections } = await demo.ask('getStatistics', { liveId: past?.liveId, query })
    const days = (sections?.dailyTrend ?? []) as { date: string; views: number }[]
    return {
      views: overview.views,
      days: days.filter(({ views }) => views > 0).map(({ date }) => date),
      startDate,
      endDate,
    }
  }
  const before = await read()
  await demo.setFault({ kind: 'clockJump', ms: 86_400_000 })
  const after = await read()
  expect(after.views).toBe(before.views)
  expect([after.days[0], after.days.at(-1)]).toEqual([after.startDate, after.endDate])
  expect(after.startDate).not.toBe(before.startDate)
})
