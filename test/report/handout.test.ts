/** A whole show on a real core, and its exported report. */
import { expect, test } from 'vitest'
import { reportDownloads } from '../../electron/app/reportDownloads.ts'
import { servePanel } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import type { Download } from '../../shared/bridge/bridge.ts'
import { peakViewers } from '../../shared/report/report.ts'
import { liveId, onAir, type Stage, stage, stageOnAir, stopByTwoPresses } from '../core/stage.ts'
import { ask } from '../fakes/panelPage.ts'
import { newDir, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { enter, get, opened } from '../remote/kit.ts'
import { closing } from '../support/atEnd.ts'

async function runShow(on: Stage): Promise<string> {
  const running = await onAir(on)
  const [, second, third] = on.rig.show().scenes ?? []
  await on.rig.press({ type: 'switchScene', sceneId: second?.id ?? '', liveId: running }, 'hotkey')
  await on.rig.pass(60_000)
  await on.rig.press({ type: 'sync', liveId: liveId(on.rig) }, 'tray')
  await on.rig.press({ type: 'setPadlock', locked: true })
  await on.rig.press({ type: 'switchScene', sceneId: third?.id ?? '', liveId: running }, 'cli')
  await on.rig.press({ type: 'setPadlock', locked: false })
  await on.rig.pass(30_000)
  await stopByTwoPresses(on)
  return running
}

async function door(core: Stage['rig']['core'], log: string[]) {
  const downloads = reportDownloads(core)
  const sessions = openSessions(newDir(), new VirtualClock())
  const options = { core, sessions, pages: newDir(), port: 0, downloads, log: (line: string) => log.push(line) }
  const server = closing(await servePanel(options))
  const bridge = await opened(server, await enter(server.newAddress()))
  return async (download: Download, about: string | null = null) => {
    const { address } = await ask<{ type: string; address: string }>(
      bridge,
      { type: 'download', id: 'h', download, about },
      ({ type }) => type === 'downloadAddress',
    )
    return get(`${server.origin()}${address}`)
  }
}

test('describes what happened in a show, to a browser with a session, and again after a restart', async () => {
  const on = await stage()
  await runShow(on)
  const { shows, show } = (await on.rig.core.query('showReport', { show: null })).value
  expect(shows).toEqual([expect.objectContaining({ id: show?.id, running: false, rehearsal: false })])
  expect(show?.end).toMatchObject({ how: 'stopped', source: 'hotkey' })
  const [first, second] = on.rig.show().scenes ?? []

  const fetched = await door(on.rig.core, on.rig.log)
  const page = await fetched('report')
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  // Both scenes, in their order: the switch counts from the sync on, which is when it reached viewers.
  const scenes = page.body.slice(page.body.indexOf('Scenes on air'), page.body.indexOf('<h2>Syncs'))
  expect([...scenes.matchAll(/<td dir="auto">([^<]*)<\/td><\/tr>/g)].map((match) => match[1])).toEqual([
    first?.name,
    second?.name,
  ])
  expect(page.body).toContain('The padlock is closed.')
  expect(page.body).toContain('stopped by hotkey')

  const table = await fetched('reportCsv', show?.id)
  expect(table).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
  expect(table.body).toContain(',tray,Sync,done,')
  expect((await fetched('report', 'nobody')).status).toBe(404)

  const { dataDir, clock } = on.rig
  await on.rig.core.close()
  const again = closing(await startRig({ service: on.server, clock, dataDir }))
  expect((await again.core.query('showReport', { show: null })).value.show?.id).toBe(show?.id)
})

test('gives the peak of viewers if the service reported any, also for a show that ended on its own', async () => {
  const on = await stageOnAir()
  const { project } = on.server.content
  on.server.control.setViewers(project, 1234)
  await on.rig.pass(20_000)
  on.server.control.setViewers(project, 7)
  await on.rig.pass(20_000)
  on.server.control.endBroadcast(project)
  await on.rig.until(() => on.rig.tally() === 'off')
  const { show } = (await on.rig.core.query('showReport', { show: null })).value
  expect(show?.end?.how).toBe('itself')
  expect(show && peakViewers(show)).toBe(1234)
})

test('a running show is shown as running', async () => {
  const on = await stageOnAir()
  await on.rig.pass(5_000)
  const { show, shows } = (await on.rig.core.query('showReport', { show: null })).value
  expect([show?.running, show?.end, shows[0]?.duration !== null]).toEqual([true, null, true])
})

test('without a journal there is no show, and the request breaks nothing', async () => {
  const on = await stage()
  expect((await on.rig.core.query('showReport', { show: null })).value).toMatchObject({ shows: [], show: null })
  const fetched = await door(on.rig.core, on.rig.log)
  expect((await fetched('report')).status).toBe(404)
})
