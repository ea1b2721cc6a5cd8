/** When the link to the core breaks, the page says that nothing is certain, and reconnects without acting twice. */
import { describe, expect, it, vi } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import { expectText, keepsNothing, type Panel, panels, settle, WAIT } from './panel.ts'
import { appState, done, liveProject, NOW, offProject, unsyncedProject } from './states.ts'

const open = panels()
const synced: Outcome = done({ what: 'synced', edits: 2 })

const resyncs = ({ core }: Panel) => core.messages.filter(({ type }) => type === 'resync').length
const inert = ({ button }: Panel, name: string) => button(name).getAttribute('aria-disabled')

describe('a broken link', () => {
  it('sends a command whose response was lost once more, with the same id', async () => {
    const panel = await open(appState(unsyncedProject()))
    panel.core.reply = () => (panel.core.received.length === 1 ? 'breakLink' : synced)
    await panel.button('Sync').click()
    await panel.expectTally('stale')
    await panel.page.clock.runFor(400)
    await panel.expectCommands('sync', 'sync')
    const [first, second] = panel.core.received
    expect(second).toEqual(first)
    expect(first?.at).toBeGreaterThanOrEqual(NOW)
    await panel.page.getByText('Viewers now see 2 changes.').waitFor()
    await panel.expectTally('unsynced')
  })

  it('gives such a command up after 5 s, and does not send it later', async () => {
    const panel = await open(appState(unsyncedProject()))
    panel.core.reply = () => 'breakLink'
    await panel.expectTally('unsynced')
    panel.core.down = true
    await panel.button('Sync').click()
    await panel.expectTally('stale')
    await panel.page.clock.runFor(5_100)
    await panel.page.getByText('The link broke before the reply came.').waitFor()
    panel.core.down = false
    const tally = () => panel.tally.getAttribute('data-tally')
    await expect.poll(() => panel.page.clock.runFor(3_000).then(tally)).toBe('unsynced')
    await panel.expectOnly('sync')
  })

  it('says at once that nothing is certain, and disables every control', async () => {
    const panel = await open(appState(liveProject()))
    await panel.expectTally('live')
    panel.core.goDown()
    await panel.expectTally('stale')
    await expectText(panel.tally, 'The link to Cuelight is lost')
    await panel.page.getByText('Any live broadcast continues.').waitFor()
    for (const name of ['Go live', 'Stop', 'Sync', 'Main show', 'Refresh', 'Check again', 'Back']) {
      await expect.poll(() => inert(panel, name), { message: name }).toBe('true')
    }
    expect(await panel.page.getByText('ON AIR', { exact: true }).count()).toBe(0)
    await expect.poll(() => panel.page.getByText('WAS ON AIR', { exact: true }).count()).toBe(1)
    await panel.button('Break').click({ force: true })
    await expectText(panel.page.locator('.scene-answer'), 'No link to Cuelight.')
    await panel.expectCommands()
  })

  it('reloads the page once if the core was updated meanwhile', async () => {
    const panel = await open(appState(liveProject()))
    await panel.expectTally('live')
    const page = await panel.page.evaluate(() => fetch('/').then((answer) => answer.text()))
    await panel.page.evaluate(() => Object.assign(document, { isTheFirst: true }))
    // The same script under the name of a later version, which is loaded after the reload.
    panel.core.downloads = { '/': page.replace('/session.js', '/session.js?later') }
    panel.core.breakLinks()
    const isTheFirst = () => panel.page.evaluate(() => 'isTheFirst' in document)
    await expect.poll(() => panel.page.clock.runFor(500).then(isTheFirst), WAIT).toBe(false)
    await panel.expectTally('live')
    await panel.page.evaluate(() => Object.assign(document, { isTheFirst: true }))
    const tries = panel.core.tries
    panel.core.breakLinks()
    await expect.poll(() => panel.page.clock.runFor(500).then(() => panel.core.tries), WAIT).toBeGreaterThan(tries)
    await panel.expectTally('live')
    await settle(panel)
    await expect.poll(isTheFirst).toBe(true)
  })

  it('is tried again at once when the network comes back', async () => {
    const panel = await open(appState(liveProject()))
    await panel.expectTally('live')
    panel.core.breakLinks()
    await panel.expectTally('stale')
    await panel.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await panel.expectTally('live')
  })

  it('is detected when the core hangs with its socket open', async () => {
    const panel = await open(appState(unsyncedProject()))
    await panel.expectTally('unsynced')
    panel.core.hangs = true
    await panel.button('Sync').click()
    await panel.page.clock.runFor(8_000)
    await panel.expectTally('unsynced')
    await panel.page.clock.runFor(1_100)
    await panel.expectTally('stale')
  })

  it('on a phone is stale 2 s after the last word, and found again', async () => {
    const panel = await open(appState(liveProject()))
    await panel.expectTally('live')
    panel.core.say({ type: 'phone', name: 'Mine', scope: 'show', staleMs: 2_000 })
    await panel.page.clock.runFor(1_500)
    panel.core.say({ type: 'alive' })
    await panel.expectTally('live')
    const asked = panel.core.tries
    panel.core.down = true
    await panel.page.clock.runFor(1_900)
    await panel.expectTally('live')
    await panel.page.clock.runFor(200)
    await panel.expectTally('stale')
    panel.core.down = false
    await panel.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await panel.expectTally('live')
    expect(panel.core.tries).toBeGreaterThan(asked)
  })

  it('on a phone that slept is found dead as it wakes, without waiting for a timer', async () => {
    const panel = await open(appState(liveProject()))
    await panel.expectTally('live')
    panel.core.say({ type: 'phone', name: 'Mine', scope: 'show', staleMs: 2_000 })
    await panel.page.clock.runFor(100)
    const { tries } = panel.core
    // Its clock has gone on; none of its timers has run yet.
    await panel.page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 3_600_000
      window.dispatchEvent(new Event('pageshow'))
      Date.now = now
    })
    await panel.expectTally('stale')
    await panel.page.clock.runFor(1_000)
    await panel.expectTally('live')
    expect(panel.core.tries).toBe(tries + 1)
  })

  it('is waited for if Cuelight is not running yet', async () => {
    const panel = await open(appState(offProject()), {
      core: { down: true },
    })
    await expectText(panel.tally, 'Cuelight is not running')
    await panel.page.getByText('Start it (from a checkout: npm start).').waitFor()
    const tries = panel.core.tries
    panel.core.down = false
    await panel.page.clock.runFor(3_500)
    await panel.expectTally('off')
    expect(panel.core.tries).toBeGreaterThan(tries)
  })
})

describe('following the core', () => {
  it('draws patches as they arrive', async () => {
    const panel = await open(appState(offProject()))
    await panel.expectTally('off')
    panel.core.set({ projects: { p1: liveProject() } })
    await panel.expectTally('live')
    expect(resyncs(panel)).toBe(0)
  })

  it('asks for a snapshot, once, after a patch that does not fit', async () => {
    const panel = await open(appState(offProject()))
    await panel.expectTally('off')
    panel.core.state = appState(liveProject())
    for (const _ of [1, 2])
      panel.core.sendPatches(panel.core.revision + 5, [{ op: 'replace', path: ['targetId'], value: null }])
    await panel.expectTally('live')
    await settle(panel)
    expect(resyncs(panel)).toBe(1)
  })

  const patch = { type: 'patch', base: 1, revision: 2 }
  const nonsense: Record<string, unknown> = {
    'a patch that leads nowhere': { ...patch, patches: [{ op: 'replace', path: ['a', 'b', 'c'], value: 1 }] },
    'a patch of a wrong kind': { ...patch, patches: [{ op: 'move', path: [] }] },
    'a message that is no JSON': '<html>',
    'a message of an unknown type': { type: 'surprise' },
  }
  for (const [name, message] of Object.entries(nonsense)) {
    it(`survives ${name}, and asks for a snapshot`, async () => {
      const panel = await open(appState(offProject()))
      await panel.expectTally('off')
      panel.core.state = appState(liveProject())
      panel.core.say(message)
      await panel.expectTally('live')
      expect(resyncs(panel)).toBe(1)
    })
  }

  it('treats a command that was not understood as refused', async () => {
    const panel = await open(appState(unsyncedProject()))
    panel.core.reply = ({ id }) => {
      panel.core.say({ type: 'invalid', id, field: 'liveId', message: 'too long' })
      return 'silence'
    }
    await panel.button('Sync').click()
    await panel.page.getByText('Not understood: liveId: too long.').waitFor()
  })

  it('reports whether the user can see it', async () => {
    const panel = await open(appState(offProject()))
    await settle(panel)
    expect(panel.core.messages).toContainEqual({ type: 'visible', visible: true })
  })
})

it.each([
  ['by a used address', '?token=used', 'This address has been used or has expired', 'Get a new one: cuelight panel'],
  ['by a session', '', 'This browser has no access any more', 'open a new address: cuelight panel'],
])(
  'not let in %s: says so, and keeps trying, because another program on the port could say that too',
  async (_, at, tally, todo) => {
    const panel = await open(appState(offProject()), { at, core: { refuses: true } })
    await expectText(panel.tally, tally)
    await panel.page.getByText(todo).waitFor()
    await panel.expectTally('error')
    panel.core.refuses = false
    await panel.page.clock.runFor(3_500)
    await panel.expectTally('off')
  },
)

it('without a session: says so if it has no way in, and tries nothing', async () => {
  const panel = await open(appState(offProject()), { prepare: keepsNothing })
  await expectText(panel.tally, 'This address has been used or has expired')
  await panel.page.clock.runFor(60_000)
  expect(panel.core.tries).toBe(0)
})

it('without a session: says so when the session ends while the page is open, and stops trying', async () => {
  const panel = await open(appState(liveProject()))
  await panel.expectTally('live')
  panel.core.revoke()
  await expectText(panel.tally, 'This browser has no access any more')
  await panel.page.getByText('To get in again, open a new address: cuelight panel').waitFor()
  expect(await panel.button('Stop').count()).toBe(0)
  await expect.poll(() => panel.page.getByText('Friday Night').count()).toBe(0)
  await panel.page.clock.runFor(60_000)
  expect(panel.core.tries).toBe(1)
  await panel.page.reload()
  await expectText(panel.tally, 'This browser has no access any more')
})

it('a program that takes the port after an exit is sent nothing and its data is not shown, and the core is found again later', async () => {
  const panel = await open(appState(liveProject()))
  await panel.expectTally('live')
  panel.core.impostor = true
  panel.core.breakLinks()
  await panel.expectTally('stale')
  await vi.waitFor(async () => {
    await panel.page.clock.runFor(3_000)
    expect(panel.core.tries).toBeGreaterThan(3)
  }, WAIT)
  await panel.expectTally('stale')
  expect(panel.core.saidTooSoon).toEqual([])
  panel.core.impostor = false
  // A connection attempt already in flight still meets the impostor, and then waits once more.
  const tally = () => panel.tally.getAttribute('data-tally')
  await expect.poll(() => panel.page.clock.runFor(3_500).then(tally)).toBe('live')
})
