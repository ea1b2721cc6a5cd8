/** Other broadcasts of the account, listed below the show. */
import { describe, expect, it } from 'vitest'
import { ALSO, alsoReads, broadcast } from './alsoOnAirSheet.ts'
import { expectText, panels, WAIT } from './panel.ts'
import { appState, arm, done, liveProject, NOW } from './states.ts'

const open = panels()

describe('what else is on air', () => {
  it('is listed below the show, each with its clock and a link; the broadcast in the show is not listed again', async () => {
    const { page, core } = await open(appState(liveProject()), { core: { read: alsoReads(ALSO) } })
    const rows = page.locator('.also-row')
    await expectText(rows.first(), /Lofi channel\s+26:31:\d\d, 412 watching/)
    await expect.poll(() => rows.count()).toBe(2)
    const clock = async () => Number(/31:(\d\d)/.exec(await rows.first().innerText())?.[1])
    const before = await clock()
    await page.clock.runFor(5_000)
    await expect.poll(clock, WAIT).toBe(before + 5)
    expect(core.received).toEqual([])
    await rows.first().click()
    expect(page.url()).toContain('#projects?project=p7')
  })

  it('can be stopped: the first press reads it, the second one is held', async () => {
    const panel = await open(appState(liveProject()), { core: { read: alsoReads(ALSO) } })
    const { page, core } = panel
    const beside = { ...liveProject(), id: 'p7', name: 'Lofi channel' }
    core.reply = ({ command }) => {
      if (command.type === 'refresh') core.set({ projects: { ...appState(liveProject()).projects, p7: beside } })
      if (command.type !== 'armStop') return done({ what: 'refreshed' })
      const armed = arm({ armId: 'a1', mode: 'hold', notBefore: NOW + 1_500, expires: NOW + 3_000 })
      core.set({ arm: armed })
      return { result: 'armed', arm: armed }
    }
    const row = page.locator('.also li', { hasText: 'Lofi channel' })
    await row.getByRole('button').click()
    await panel.expectCommands({ type: 'refresh', projectId: 'p7' })
    await row.locator('.stop').hover()
    await page.mouse.down()
    await panel.expectCommands('refresh', { type: 'armStop', projectId: 'p7', liveId: 'live1', mode: 'hold' })
    await row.locator('.stop[data-phase=armed]').waitFor()
    await page.clock.runFor(1_600)
    await panel.expectCommands('refresh', 'armStop', { type: 'commitStop', armId: 'a1' })
    await page.mouse.up()
  })

  it('says that one ended, links to its report, and marks old readings', async () => {
    const said = { broadcasts: ALSO }
    const { page } = await open(appState(liveProject()), {
      core: { read: (name, input) => alsoReads(said.broadcasts)(name, input) },
    })
    const ended = page.locator('.also-row', { hasText: 'Lofi channel' })
    await expectText(ended, 'watching')
    said.broadcasts = ALSO.filter(({ projectId }) => projectId !== 'p7')
    await page.clock.runFor(60_000)
    await expectText(ended, 'No longer on air')
    await expect.poll(() => ended.getAttribute('href')).toBe('#reports?project=p7&live=live-p7')
    await expect.poll(() => page.locator('.also-row[data-running]').count()).toBe(1)
  })

  it('is absent if nothing else runs, and reads only the list', async () => {
    const { page, core } = await open(appState(liveProject()), {
      core: { read: alsoReads([broadcast('p1', 'Friday')]) },
    })
    await expect.poll(() => core.reads.filter(({ name }) => name === 'runningBroadcasts').length, WAIT).toBe(1)
    await page.getByRole('heading', { name: 'Journal' }).waitFor()
    expect(await page.locator('.also').count()).toBe(0)
  })
})
