import { expect, test } from 'vitest'
import { type Open, opened } from './kit.ts'

const MINUTE = 60_000

/** Tests of the reports on past broadcasts. */
export function reports(open: Open): void {
  /** A broadcast of two and a half minutes, with two videos in a loop. */
  async function ended() {
    const opening = await opened(open)
    const { clock, ask, server, playlist, goLive, projectId } = opening
    await playlist(0, server.files.videos, { loop: true })
    const liveId = await goLive()
    const began = clock.now()
    clock.advance(2.5 * MINUTE)
    await ask('stopLive', { projectId })
    return { ...opening, liveId, began }
  }

  test('statistics, with the requested sections', async () => {
    const { ask, refused, liveId } = await ended()
    const plain = await ask('getStatistics', { liveId })
    expect(plain.overview).toMatchObject({ views: expect.any(Number), watchTimeMinutes: expect.any(Number) })
    expect(plain.sections ?? null).toBeNull()
    const { sections } = await ask('getStatistics', { liveId, query: { sections: 'dailyTrend,devices' } })
    expect(Object.keys(sections ?? {}).toSorted()).toEqual(['dailyTrend', 'devices'])
    expect(sections?.dailyTrend?.[0]).toMatchObject({
      views: expect.any(Number),
      watchTimeMinutes: expect.any(Number),
    })
    await refused('getStatistics', { liveId, query: { sections: 'horoscope' } }, 'VALIDATION_ERROR')
  })

  test('none for a broadcast that is still running, or that does not exist', async () => {
    const { ask, refused, goLive, projectId } = await opened(open)
    const liveId = await goLive()
    for (const id of [liveId, 'none']) await refused('getStatistics', { liveId: id }, 'LIVE_NOT_FOUND')
    await refused('getPlayedFiles', { liveId: 'none' }, 'LIVE_NOT_FOUND')
    await ask('stopLive', { projectId })
    await ask('getStatistics', { liveId })
  })

  test('with several channels, one of them has to be named', async () => {
    const { server, ask, refused, liveId } = await ended()
    await server.become('severalChannels')
    const { body } = await refused('getStatistics', { liveId }, 'ACCOUNT_SELECTION_REQUIRED')
    const [first] = body.availableAccounts as { id: string; name: string }[]
    await ask('getStatistics', { liveId, query: { accountId: first?.id ?? '' } })
  })

  test('without consent, and if the platform fails, there are none', async () => {
    const { server, refused, liveId } = await ended()
    await server.fault('statisticsRefused')
    await refused('getStatistics', { liveId }, 'PLATFORM_ERROR')
    await server.become('noConsent')
    await refused('getStatistics', { liveId }, 'YOUTUBE_ANALYTICS_CONSENT_REQUIRED')
  })

  test('which files were played and when, in pages and as a table', async () => {
    const { fetched, ask, server, liveId, began } = await ended()
    const [one, other] = server.files.videos
    const { rows, total } = await ask('getPlayedFiles', { liveId })
    const told = rows.map(({ timestamp, action, fileId }) => [
      (Date.parse(timestamp) - began) / MINUTE,
      action,
      fileId,
    ])
    const expected = [
      ...[
        [0, 'start', one],
        [1, 'stop', one],
        [1, 'start', other],
        [2, 'stop', other],
      ],
      ...[
        [2, 'start', one],
        [2.5, 'stop', one],
      ],
    ]
    // At the same time, a stop comes before a start.
    expect([total, told]).toEqual([6, expected.toReversed()])
    const page = await ask('getPlayedFiles', { liveId, query: { limit: 2, offset: 4 } })
    expect(page).toEqual({ rows: rows.slice(4), total: 6, offset: 4 })
    const response = await fetched('GET', `/broadcasts/${liveId}/played-files`, { headers: { accept: 'text/csv' } })
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    const lines = (await response.text()).trimEnd().split(/\r?\n/)
    expect([lines.length, lines[0]]).toEqual([7, expect.stringMatching(/fileName.*timestamp/)])
  })

  test('everything played is counted, even what is too old to be listed', async () => {
    const { clock, ask, server, playlist, goLive, change, projectId } = await opened(open)
    await change({ duration: { manual: true } })
    await playlist(0, server.files.videos, { loop: true })
    const liveId = await goLive()
    clock.advance(2_499.5 * MINUTE)
    await ask('stopLive', { projectId })
    const { rows, total } = await ask('getPlayedFiles', { liveId, query: { limit: 100 } })
    const end = clock.now()
    const told = rows.slice(0, 3).map(({ action, timestamp }) => [action, end - Date.parse(timestamp)])
    const latest = [
      ['stop', 0],
      ['start', MINUTE / 2],
      ['stop', MINUTE / 2],
    ]
    expect([total, rows.length, told]).toEqual([5_000, 100, latest])
  })

  test('files under a second are played, and logged, for their length', async () => {
    const { clock, ask, live, server, playlist, goLive, projectId } = await opened(open)
    const files = [0.25, 0.5, 0.0001].map((seconds) => server.addVideo(seconds))
    const layerId = await playlist(0, files)
    const items = (await ask('getLayer', { projectId, layerId })).settings.files ?? []
    const liveId = await goLive()
    const began = clock.now()
    clock.advance(300)
    const startedAt = new Date(began + 250).toISOString()
    expect((await live()).onAir).toEqual([{ layerId, playlistItemId: items[1]?.playlistItemId, startedAt }])
    clock.advance(1_000)
    expect((await live()).onAir).toEqual([])
    await ask('stopLive', { projectId })
    const { rows } = await ask('getPlayedFiles', { liveId })
    const starts = rows.filter(({ action }) => action === 'start').toReversed()
    expect(starts.map(({ fileId, timestamp }) => [fileId, Date.parse(timestamp) - began])).toEqual(
      [0, 250, 750].map((at, place) => [files[place], at]),
    )
  })

  test('what is reported as playing is what is logged, also for shuffled lists with a file of unknown length', async () => {
    const { clock, ask, live, server, playlist, goLive, projectId } = await opened(open)
    const fileOf = new Map<string, string>()
    for (let count = 0; count < 8; count += 1) {
      const files = [10, 20, null, 30].map((seconds) => server.addVideo(seconds))
      const layerId = await playlist(0, files, { loop: true })
      const body = { settings: { shuffle: true } }
      const { settings } = await ask('updateLayer', { projectId, layerId, body })
      for (const { playlistItemId, fileId } of settings.files ?? []) fileOf.set(playlistItemId, fileId)
    }
    const liveId = await goLive()
    clock.advance(35_500)
    const { onAir = [] } = await live()
    await ask('stopLive', { projectId })
    const { rows } = await ask('getPlayedFiles', { liveId, query: { limit: 100 } })
    const startOf = (file: string) => rows.find(({ action, fileId }) => action === 'start' && fileId === file)
    const logged = rows
      .filter(({ action, timestamp }) => action === 'stop' && Date.parse(timestamp) === clock.now())
      .map(({ fileId }) => [fileId, startOf(fileId)?.timestamp])
    const told = onAir?.map(({ playlistItemId, startedAt }) => [fileOf.get(playlistItemId), startedAt])
    expect(logged.toSorted()).toEqual(told?.toSorted())
    expect(onAir).toHaveLength(8)
  })

  test('the table of the played files is complete, however many there are', async () => {
    const { clock, fetched, ask, server, playlist, goLive, projectId } = await opened(open)
    await playlist(0, server.files.videos, { loop: true })
    const liveId = await goLive()
    clock.advance(75 * MINUTE)
    await ask('stopLive', { projectId })
    const { rows, total } = await ask('getPlayedFiles', { liveId, query: { limit: 100 } })
    expect([rows.length, total]).toEqual([100, 150])
    const path = `/broadcasts/${liveId}/played-files?limit=20`
    const response = await fetched('GET', path, { headers: { accept: 'text/csv' } })
    expect((await response.text()).trimEnd().split(/\r?\n/)).toHaveLength(151)
  })

  test.each(['2026-02-31', '2026-02-03 10:00', 'yesterday', '2026-13-01', '2026-02-03T10:00:00'])(
    'statistics from "%s" on are refused',
    async (startDate) => {
      const { ask, refused, liveId } = await ended()
      await refused('getStatistics', { liveId, query: { startDate } }, 'VALIDATION_ERROR')
      await ask('getStatistics', { liveId, query: { startDate: '2026-01-03', endDate: '2026-01-06T10:00:00Z' } })
    },
  )

  test('statistics of some days cover only those, and all days add up to the whole', async () => {
    const { ask } = await opened(open, { watched: true })
    const { projects } = await ask('listProjects')
    const lists = await Promise.all(projects.map(({ id }) => ask('listBroadcasts', { projectId: id })))
    const { liveId } = lists.flatMap(({ broadcasts }) => broadcasts).find(({ peakViewers }) => peakViewers) ?? {}
    const told = async (query: object) => {
      const { overview, sections } = await ask('getStatistics', {
        ...{ liveId, query: { sections: 'dailyTrend', ...query } },
      })
      const { views, watchTimeMinutes } = overview
      return { overview: { views, watchTimeMinutes }, days: sections?.dailyTrend ?? [] }
    }
    const { overview, days } = await told({})
    expect(days.length).toBeGreaterThan(1)
    const none = { views: 0, watchTimeMinutes: 0 }
    const sum = (of: typeof days) =>
      of.reduce(
        (all, { views, watchTimeMinutes }) => ({
          views: all.views + views,
          watchTimeMinutes: all.watchTimeMinutes + watchTimeMinutes,
        }),
        none,
      )
    expect(overview).toEqual(sum(days))
    for (const day of days)
      for (const startDate of [day.date, `${day.date}T10:00:00+01:00`])
        expect(await told({ startDate, endDate: day.date })).toEqual({ overview: sum([day]), days: [day] })
    const [first, second] = days.map(({ date }) => date)
    expect((await told({ startDate: second })).overview).toEqual(sum(days.slice(1)))
    expect((await told({ endDate: first })).overview).toEqual(sum(days.slice(0, 1)))
    expect((await told({ startDate: '2025-01-01', endDate: '2025-01-02' })).overview).toEqual(none)
  })

  test('no such log if it is not enabled', async () => {
    const { server, ask, refused, liveId } = await ended()
    await server.become('noPlayedFileLog')
    await refused('getPlayedFiles', { liveId }, 'FEATURE_NOT_AVAILABLE')
    expect(await ask('getAccount')).toMatchObject({ playedFileLog: false, apiAccess: true })
  })
}
