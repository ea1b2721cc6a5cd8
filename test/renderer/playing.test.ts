/** What plays, what follows, its volume, and a warning before an end that nobody requested. */
import { describe, expect, it } from 'vitest'
import { gone } from '../support/gone.ts'
import { holdAt } from '../support/keys.ts'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import { LAYERS, ON_AIR, PLAYING, playingProject, plays } from './playingSheet.ts'
import { appState, done, NOW, offProject, padlocked } from './states.ts'

const open = panels()
type Answer = ReturnType<typeof PLAYING> | string
const show = (answer: Answer = PLAYING(), project = playingProject()) =>
  open(appState(project), { core: { read: (name) => (name === 'whatPlays' ? answer : `no ${name} here`) } })
const rows = ({ page }: Panel) => page.locator('.playing-rows > li')
const readings = ({ core }: Panel) => core.reads.filter(({ name }) => name === 'whatPlays').length

describe('what plays', () => {
  it('is shown with the time left and the next item, counts down, and is marked if it is estimated', async () => {
    const panel = await show()
    const video = rows(panel).first()
    await expectText(video, /4:12 left\s+Next: Old radio\.mp4/)
    await expect.poll(() => video.getAttribute('data-known')).toBe('true')
    await panel.page.clock.runFor(10_000)
    await expectText(video, '4:02 left')
    panel.core.set({ projects: { p1: { live: { onAir: null } } } })
    await expectText(video, /Estimated\.\s+≈ 4:02 left/)
    await expect.poll(() => video.getAttribute('data-known')).toBe(null)
  })

  it('continues with the next item the service reports, without another read', async () => {
    const panel = await show()
    await expectText(rows(panel).first(), 'Next: Old radio.mp4')
    const onAir = [{ layerId: 'l1', playlistItemId: 'Old radio.mp4', startedAt: NOW - 60_000 }]
    panel.core.set({ projects: { p1: { live: { onAir } } } })
    await expectText(rows(panel).first(), /Old radio\.mp4\s+9:00 left\s+Next: Lighthouse\.mp4/)
    await expect.poll(() => rows(panel).count()).toBe(1)
    expect(readings(panel)).toBe(1)
  })

  it('is read again if an unknown item plays, once in 30 seconds', async () => {
    const panel = await show()
    await rows(panel).first().waitFor()
    const onAir = [{ ...ON_AIR[0], layerId: 'other', playlistItemId: 'other', startedAt: NOW }]
    panel.core.set({ projects: { p1: { live: { onAir } } } })
    await panel.page.getByText('No file is playing.').waitFor()
    await panel.page.clock.runFor(15_000)
    expect(readings(panel)).toBe(1)
    await panel.page.clock.runFor(5_000)
    await expect.poll(() => readings(panel), WAIT).toBe(2)
    await panel.page.clock.runFor(10_000)
    expect(readings(panel)).toBe(2)
  })

  it('off air shows what it would begin with, and no time left', async () => {
    const panel = await show(PLAYING({ isRunning: false, items: [plays('l1', 'Intro.mp4', 0, 90)] }), offProject())
    await panel.page.getByRole('heading', { name: 'Plays first' }).waitFor()
    await expectText(rows(panel).first(), /Intro\.mp4\s+≈ 1:30/)
    expect(await panel.page.locator('.playing').innerText()).not.toContain('left')
  })

  it('says why it could not be read, and reads again on request', async () => {
    const panel = await show('The service cannot be reached')
    await panel.page.getByText('What plays could not be read.').waitFor()
    panel.core.read = () => PLAYING()
    await panel.page.locator('.playing').getByRole('button', { name: 'Refresh' }).click()
    await expectText(rows(panel).first(), '4:12 left')
  })
})

describe('the volume of a layer', () => {
  const slider = ({ page }: Panel) => page.getByRole('slider', { name: 'Volume: Loop' })

  it('is sent once, when the key is released, with the broadcast that was shown', async () => {
    const panel = await show()
    panel.core.reply = () =>
      done({ what: 'edited', operation: 'updateLayer', about: 'Loop changed.', id: 'l1', synced: false })
    await expect.poll(() => slider(panel).getAttribute('aria-valuetext')).toBe('7 of 10')
    await slider(panel).focus()
    await holdAt(slider(panel), 'ArrowLeft', 'ArrowLeft')
    await panel.expectOnly()
    await panel.page.keyboard.up('ArrowLeft')
    const input = { projectId: 'p1', layerId: 'l1', settings: { volume: 5 } }
    await panel.expectOnly({ type: 'edit', operation: 'updateLayer', input, seen: { liveId: 'live1' } } as never)
    await panel.page.getByText('Sync puts a new volume on air.').waitFor()
  })

  it('is left unchanged if the padlock refuses, and the outcome says so', async () => {
    const panel = await show()
    panel.core.reply = () => padlocked
    await slider(panel).press('ArrowRight')
    await expectText(panel.page.locator('.playing .answer'), /padlock is closed/)
    await expect.poll(() => slider(panel).inputValue()).toBe('7')
  })

  it('is absent if the service does not report it', async () => {
    const panel = await show(PLAYING({ layers: LAYERS.map((layer) => ({ ...layer, volume: null })) }))
    await rows(panel).first().waitFor()
    expect(await slider(panel).count()).toBe(0)
  })
})

describe('before an end that happens without a command', () => {
  const MIN = 60_000
  const ends = (minutes: number, more = {}) => {
    const project = playingProject()
    return { ...project, ...more, live: project.live && { ...project.live, endsAt: NOW + minutes * MIN } }
  }
  const line = ({ page }: Panel) => page.locator('.banner').filter({ hasText: 'ends in' })

  it('a line announces it from 15 minutes on, and, once dismissed, again at 5 and at 1', async () => {
    const panel = await show(PLAYING(), ends(16))
    await rows(panel).first().waitFor()
    expect(await line(panel).count()).toBe(0)
    for (const [passes, minutes] of [
      [MIN, 15],
      [10 * MIN, 5],
      [4 * MIN, 1],
    ] as const) {
      await panel.page.clock.runFor(passes)
      await expectText(line(panel), `Friday Night ends in ${minutes === 1 ? '60 s' : `${minutes} min`}.`)
      await expectText(line(panel), 'That cannot change while it is on air.')
      await line(panel).getByRole('button', { name: 'Dismiss' }).click()
      await gone(line(panel))
    }
  })

  it('a schedule that ends it has a link to its dates', async () => {
    const panel = await show(PLAYING(), ends(90, { nextScheduleAt: NOW + 4 * MIN }))
    await expectText(line(panel), /ends in 4 min\. The next scheduled broadcast begins at/)
    await line(panel).getByRole('link', { name: 'Move that date' }).click()
    await expect.poll(() => panel.page.evaluate(() => location.hash), WAIT).toBe('#schedule?project=p1')
  })
})
