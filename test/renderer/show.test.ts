/** The show screen: what is on air, the controls, and their outcomes. */
import { describe, expect, it } from 'vitest'
import type { CheckFault, Outcome } from '../../shared/outcome.ts'
import { gone, goneButton } from '../support/gone.ts'
import { holdAt, holdKeys, pageKeys } from '../support/keys.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { project, readsOf } from './projectStates.ts'
import {
  appState,
  arm,
  done,
  liveProject,
  NOW,
  offline,
  offProject,
  padlocked,
  preparingProject,
  refused,
  timeout,
  unknownProject,
  unsyncedProject,
} from './states.ts'

const open = panels()
const twelve = { read: readsOf(Array.from({ length: 12 }, (_, nr) => project(`p${nr}`, `P${nr}`))) }

const started: Outcome = done({ what: 'started', liveId: 'live1', projectName: 'Friday Night' })
const switched = (sceneName: string): Outcome => done({ what: 'sceneSwitched', sceneName, reached: 'onAir' })
const faulty = (...faults: CheckFault[]) => refused({ reason: 'faults', faults })
const answer = ({ page }: Panel) => page.locator('.controls-answer')
const isInert = async (panel: Panel, name: string) =>
  (await panel.button(name).getAttribute('aria-disabled')) === 'true'

it('names are exact, and found once even by a part of them', async () => {
  const { page, core } = await open(appState(offProject()))
  for (const project of [offProject(), unsyncedProject()]) {
    core.become(appState(project))
    for (const name of ['Go live', 'Stop', 'Sync', 'Opening', 'Main show', 'Break', 'Ending', 'Back']) {
      const found = page.getByRole('button', { name })
      await expect.poll(() => found.count(), { ...WAIT, message: name }).toBe(1)
      await expect.poll(() => found.ariaSnapshot()).toContain(`button "${name}"`)
    }
    for (const name of ['Auto-sync', 'Padlock']) {
      await expect.poll(() => page.getByRole('switch', { name, exact: true }).count(), { message: name }).toBe(1)
    }
  }
})

describe('Go live', () => {
  it('starts the show target with one press, confirmed at once and then in words', async () => {
    const panel = await open(appState(offProject()))
    panel.core.reply = () => 'silence'
    await panel.button('Go live').click()
    await expectText(answer(panel), 'Sent…')
    await panel.expectCommands({ type: 'goLive', projectId: 'p1' })
    await panel.button('Go live').click()
    await panel.button('Go live').press('Enter')
    await panel.expectOnly('goLive')
    panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id, outcome: started })
    await expectText(answer(panel), 'Friday Night is starting: preparing, not on air yet.')
    await panel.page.clock.runFor(7_000)
    await expectText(answer(panel), 'Hold Stop for 1.5 s.')
  })

  it('names known faults, and goes live despite them only when asked once more', async () => {
    const panel = await open(appState(offProject()))
    const fault = { fault: 'destination', name: 'The Page', error: 'token expired' } as const
    panel.core.reply = ({ command }) =>
      command.type === 'goLive' && !command.despiteFaults ? faulty(fault, { fault: 'noActiveScene' }) : started
    await panel.button('Go live').click()
    await expectText(panel.page.getByRole('alert'), 'reconnect The Page')
    await expectText(panel.page.getByRole('alert'), 'no scene is active')
    await panel.page.clock.runFor(60_000)
    await panel.button('Not now').click()
    await gone(panel.page.locator('[role=alert]'))
    await panel.button('Go live').click()
    const anyway = { type: 'goLive', projectId: 'p1', despiteFaults: true } as const
    await panel.presses('Go live anyway', 'goLive', { type: 'goLive', projectId: 'p1' }, anyway)
    await expectText(answer(panel), 'Friday Night is starting')
  })

  it('asks about the faults of the project that is shown, and of no other one', async () => {
    const panel = await open(appState(offProject()))
    panel.core.reply = () => faulty({ fault: 'noActiveScene' })
    await panel.button('Go live').click()
    await panel.button('Go live anyway').waitFor()
    panel.core.set({ targetId: 'p2', projects: { p2: { ...offProject(), id: 'p2', name: 'Saturday' } } })
    await goneButton(panel.page, 'Go live anyway')
    await panel.expectCommands('goLive')
  })

  it('is disabled with its reason while it has no effect', async () => {
    const panel = await open(appState(liveProject()))
    await expect.poll(() => isInert(panel, 'Go live'), WAIT).toBe(true)
    await panel.button('Go live').click({ force: true })
    await expectText(answer(panel), 'Already running.')
    panel.core.set({ projects: { p1: { ...offProject(), settings: { pluginMode: true } } } })
    await expect.poll(() => panel.button('Go live').getAttribute('title'), WAIT).toContain('plugin-mode')
    panel.core.become(appState(offProject()))
    await expect.poll(() => isInert(panel, 'Go live'), WAIT).toBe(false)
    await expect.poll(() => isInert(panel, 'Stop')).toBe(true)
    await panel.button('Stop').click({ force: true })
    await expectText(answer(panel), 'Nothing is on air.')
    await panel.expectCommands()
  })

  it('remains blocked while a lost start is checked, until the user unlocks it', async () => {
    const panel = await open(appState(unknownProject()))
    await expect.poll(() => isInert(panel, 'Go live'), WAIT).toBe(true)
    await expect
      .poll(() => panel.button('Go live').getAttribute('title'))
      .toContain('Checking whether the last Go live worked')
    panel.core.reply = () => {
      panel.core.set({ projects: { p1: offProject() } })
      return done({ what: 'unlocked' })
    }
    await panel.presses('I checked, unlock', 'unlockGoLive')
    await expect.poll(() => isInert(panel, 'Go live'), WAIT).toBe(false)
  })

  it('is checked beside it, and again on request', async () => {
    const panel = await open(appState({ ...offProject(), check: null }))
    const check = panel.page.getByRole('region', { name: 'Before it goes live' })
    await expectText(check, /Opening[\s\S]*3, not verified yet[\s\S]*2 h after its start/)
    panel.core.reply = () => {
      const check = { at: NOW, results: { d3: { valid: false, error: null } }, failure: null }
      panel.core.set({ projects: { p1: { check } } })
      return done({ what: 'destinationsChecked', valid: 2, faulty: ['The Page'] })
    }
    await panel.button('Check again').click()
    await expectText(check, 'reconnect The Page, checked 0 s ago')
    await panel.expectCommands('checkDestinations')
  })
})

describe('outcomes', () => {
  const outcomes: Record<string, [outcome: Outcome, look: string, words: string, live: 'polite' | 'assertive']> = {
    done: [done({ what: 'synced', edits: 2 }), 'done', 'Viewers now see 2 changes.', 'polite'],
    refused: [padlocked, 'refused', 'The padlock is closed.', 'assertive'],
    failed: [{ result: 'failed', failure: offline }, 'failed', 'The service cannot be reached.', 'assertive'],
    unknown: [{ result: 'unknown', failure: timeout }, 'unknown', 'Checking whether it worked', 'assertive'],
  }
  for (const [name, [outcome, look, words, live]] of Object.entries(outcomes)) {
    it(`look and sound ${name}`, async () => {
      const panel = await open(appState(unsyncedProject()))
      panel.core.reply = () => outcome
      await panel.button('Sync').click()
      await expectText(answer(panel), words)
      const line = answer(panel).locator('.answer')
      await expect.poll(() => line.getAttribute('data-look')).toBe(look)
      await expectText(line.locator(`[aria-live="${live}"]`), words)
      expect(panel.core.commands).toEqual([{ type: 'sync', projectId: 'p1', liveId: 'live1' }])
    })
  }
})

describe('scenes', () => {
  it('switch by a press, with the outcome shown at their place', async () => {
    const panel = await open(appState(unsyncedProject()))
    panel.core.reply = () => 'silence'
    await panel.button('Ending').click()
    await expectText(panel.button('Ending'), 'Sent…')
    await panel.button('Ending').click()
    await settle(panel)
    expect(panel.core.commands).toEqual([{ type: 'switchScene', projectId: 'p1', liveId: 'live1', sceneId: 's5' }])
    panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id, outcome: switched('Ending') })
    const bubble = panel.page.locator('.scene-answer')
    await expectText(bubble, 'Ending is on air.')
    const [tile, box] = [await panel.button('Ending').boundingBox(), await bubble.boundingBox()]
    expect(box?.x).toBe(tile?.x)
    expect(Math.abs((box?.y ?? 0) - ((tile?.y ?? 0) + (tile?.height ?? 0)))).toBeLessThan(10)
  })

  it('refer to no broadcast while none is running', async () => {
    const panel = await open(appState(offProject()))
    await panel.presses('Break', { type: 'switchScene', projectId: 'p1', liveId: null, sceneId: 's3' })
  })

  it('switch by keys 1 to 9, not when held, with modifiers, in a field or in a dialog', async () => {
    const panel = await open(appState(offProject()), { core: twelve })
    await panel.button('Break').waitFor()
    await pageKeys(panel.page, '3')
    await panel.expectCommands('switchScene')
    await pageKeys(panel.page, '9', '0', 'Control+1', 'Shift+1', 'Alt+1')
    await holdKeys(panel.page, '2', '2', '2')
    await panel.page.keyboard.up('2')
    await panel.expectCommands('switchScene', 'switchScene')
    expect(panel.core.commands.map((one) => one.type === 'switchScene' && one.sceneId)).toEqual(['s3', 's2'])
    await panel.button('Change project').click()
    await panel.page.getByRole('dialog').waitFor()
    await pageKeys(panel.page, '1')
    await panel.page.getByRole('searchbox', { name: 'Find a project' }).press('1')
    await panel.expectOnly('switchScene', 'switchScene')
    // The first Escape empties the field, as in every search field.
    await pageKeys(panel.page, 'Escape', 'Escape')
    await gone(panel.page.locator('dialog'))
    await pageKeys(panel.page, '1')
    await panel.expectCommands('switchScene', 'switchScene', 'switchScene')
  })

  it('Sync, Back and Next have keys, not after G and not in a field', async () => {
    const panel = await open(appState(unsyncedProject()), { core: twelve })
    await panel.button('Break').waitFor()
    await panel.page.locator('.place').first().waitFor()
    for (const [key, command] of Object.entries({ y: 'sync', n: 'nextScene', Backspace: 'backToScene' })) {
      const before = panel.core.commands.length
      await pageKeys(panel.page, key)
      await expect.poll(() => panel.core.commands.length, WAIT).toBe(before + 1)
      expect(panel.core.commands.at(-1)?.type, key).toBe(command)
    }
    await pageKeys(panel.page, 'Control+y')
    await panel.page.getByRole('searchbox', { name: 'Find in the journal' }).press('y')
    expect(panel.core.commands).toHaveLength(3)
  })

  it('Enter in a search for a project takes the only one that is left, and none of several', async () => {
    const panel = await open(appState(offProject()), { core: twelve })
    panel.core.reply = () => done({ what: 'targetChosen', projectName: 'P11' })
    await panel.button('Change project').click()
    const field = panel.page.getByRole('searchbox', { name: 'Find a project' })
    await field.fill('p1')
    await field.press('Enter')
    await panel.page.getByText('3 match. Type more of the name').waitFor()
    await field.fill('p11')
    await field.press('Enter')
    await panel.expectCommands({ type: 'chooseTarget', projectId: 'p11' })
    await gone(panel.page.locator('dialog'))
  })

  it('count a held Enter once', async () => {
    const panel = await open(appState(offProject()))
    await panel.button('Break').focus()
    await holdAt(panel.button('Break'), ...Array(4).fill('Enter'))
    await panel.page.keyboard.up('Enter')
    await panel.expectOnly('switchScene')
  })
})

it('other controls: send the project and the broadcast they refer to', async () => {
  const panel = await open(appState(unsyncedProject()))
  await panel.page.getByRole('switch', { name: 'Auto-sync' }).click()
  await panel.expectCommands('setAutoSync')
  await panel.presses('Back', 'setAutoSync', 'backToScene')
  await panel.presses('Next scene', 'setAutoSync', 'backToScene', 'nextScene')
  for (const name of ['Previous scene', 'Refresh']) await panel.button(name).click()
  await panel.page.getByRole('switch', { name: 'Padlock' }).click()
  const seen = { projectId: 'p1', liveId: 'live1' }
  const steps = (['backToScene', 'nextScene', 'previousScene'] as const).map((type) => ({ type, ...seen }))
  const others = [{ type: 'refresh' }, { type: 'setPadlock', locked: true }] as const
  await panel.expectCommands({ type: 'setAutoSync', ...seen, on: true }, ...steps, ...others)
})

it('other controls: show what is true, not what was requested', async () => {
  const panel = await open(appState(unsyncedProject()))
  const padlock = panel.page.getByRole('switch', { name: 'Padlock' })
  await padlock.click()
  await panel.expectCommands('setPadlock')
  await expect.poll(() => padlock.getAttribute('aria-checked')).toBe('false')
  panel.core.set({ padlock: { locked: true } })
  await expect.poll(() => padlock.getAttribute('aria-checked'), WAIT).toBe('true')
})

it('other controls: dismiss a shown error', async () => {
  const state = appState({ ...offProject(), lastError: { liveId: 'live0', message: 'it broke', at: NOW - 60_000 } })
  const panel = await open(state)
  await panel.presses('Dismiss', 'acknowledge')
})

it('a file dropped where nothing takes it does not lead the page away, on air too', async () => {
  const { page } = await open(appState(liveProject()))
  const isKept = (type: string) =>
    page.locator('main').evaluate((main, name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['.'], 'one.mp4'))
      // False: the page has prevented what the browser does with it.
      return !main.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
    }, type)
  expect([await isKept('dragover'), await isKept('drop')]).toEqual([true, true])
})

it('a project that was chosen for the user can be changed from the notice that says so', async () => {
  const notices = [{ id: 'n', kind: 'targetChosen' as const, about: 'Friday Night' }]
  const { page } = await open(appState(offProject(), { notices }))
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.locator('.projects-screen').waitFor()
})

describe('what others did to the show', () => {
  const banners = ({ page }: Panel) => page.getByRole('region', { name: 'Notices' })

  it.each([
    ['another client', 'elsewhere', /Friday Night was ended elsewhere 12 s ago\.[\s\S]*Check the studio\./],
    ['a late Stop', 'lateStop', /Friday Night ended 12 s ago\.[\s\S]*Stop of yours arrived late/],
  ] as const)('appears across the screen when %s ended it, until it is dismissed', async (_, by, text) => {
    const lastEnd = { liveId: 'live1', by, at: NOW - 12_000 }
    const panel = await open(appState({ ...offProject(), lastEnd }))
    await expectText(banners(panel), text)
    await expect.poll(() => banners(panel).locator('[data-bad]').count()).toBe(1)
    panel.core.reply = () => {
      panel.core.set({ projects: { p1: { lastEnd: null } } })
      return done({ what: 'acknowledged' })
    }
    await panel.presses('Dismiss', 'acknowledge')
    await expect.poll(() => banners(panel).locator('.state').count(), WAIT).toBe(0)
  })

  it('appears less prominently when it ended as planned', async () => {
    const panel = await open(appState({ ...offProject(), lastEnd: { liveId: 'live1', by: 'plan', at: NOW } }))
    await expectText(banners(panel), 'Friday Night ended as planned 0 s ago.')
    expect(await banners(panel).locator('[data-bad]').count()).toBe(0)
  })

  it('appears while a change of several requests is incomplete, until it is over', async () => {
    const waits = { for: 'padlock', why: 'The padlock is closed' } as const
    const half = { id: 'run', operation: 'quietEdit', projectId: 'p1', since: NOW, waits, stands: '' }
    const panel = await open(appState(liveProject(), { openWork: [half] }))
    await expectText(
      banners(panel),
      /Friday Night\): half done[\s\S]*The padlock is closed\.[\s\S]*once the padlock is open/,
    )
    panel.core.set({ openWork: [] })
    await expect.poll(() => banners(panel).getByText('half done').count(), WAIT).toBe(0)
  })

  it('appears when a destination fails, and again for another one after it is dismissed', async () => {
    const panel = await open(appState(liveProject()))
    await expectText(banners(panel), 'The Page: login expired: reconnect it in the studio.')
    await panel.button('Dismiss').click()
    await expect.poll(() => banners(panel).locator('.banner').count(), WAIT).toBe(0)
    const [first, ...others] = liveProject().live?.destinations ?? []
    const destinations = first ? [{ ...first, error: 'STREAM_ERROR' as const }, ...others] : []
    panel.core.set({ projects: { p1: { live: { destinations } } } })
    await expectText(banners(panel), 'Main Channel: the platform rejects the stream.')
    await panel.expectOnly()
  })
})

describe('an arm from elsewhere', () => {
  const armed = (mode: 'press' | 'hold', act: 'stop' | 'goLive') =>
    arm({ act, mode, liveId: act === 'stop' ? 'live1' : null, destinations: ['Main Channel', 'twitchy'] })

  it('is named, and can be confirmed', async () => {
    const panel = await open(appState(offProject(), { arm: armed('press', 'goLive') }))
    await panel.page.getByText('Go live with Friday Night on Main Channel and twitchy?').waitFor()
    await panel.page.getByText('Expires in 3 s.').waitFor()
    await panel.page.clock.runFor(1_200)
    await panel.page.getByText('Expires in 2 s.').waitFor()
    await panel.presses('Confirm', { type: 'commitGoLive', armId: 'arm1' })
  })

  it('names a login that expired since, and is then confirmed in spite of it', async () => {
    const panel = await open(appState(offProject(), { arm: armed('press', 'goLive') }))
    await panel.button('Confirm').waitFor()
    panel.core.set({ arm: { ...armed('press', 'goLive'), expired: ['twitchy'] } })
    await panel.page.getByRole('alert').getByText('Login expired: reconnect twitchy in the studio.').waitFor()
    await panel.presses('Go live anyway', { type: 'commitGoLive', armId: 'arm1' })
  })

  it('that an agent proposes is named with its reason, and is allowed or refused', async () => {
    const fields = ['Scene: Break', 'Name: Pause']
    const proposed = { by: 'Helper', about: 'Rename scene: Pause', fields, why: 'The guest is late' }
    const asked = arm({ act: 'proposal', mode: 'proposed', proposed, expires: NOW + 60_000 })
    const panel = await open(appState(liveProject(), { arm: asked }))
    await panel.page.getByText('Agent Helper asks: Rename scene: Pause?').waitFor()
    for (const field of fields) await panel.page.getByText(field).waitFor()
    await panel.page.getByText('Its reason: The guest is late').waitFor()
    await panel.page.getByText('Expires in 60 s.').waitFor()
    await panel.presses('Refuse', { type: 'cancelArm', armId: 'arm1' })
    await panel.button('Allow').click()
    await panel.expectCommands({ type: 'cancelArm', armId: 'arm1' }, { type: 'allowProposal', armId: 'arm1' })
  })

  it('can be cancelled, but not confirmed here while a hold arms it elsewhere', async () => {
    const panel = await open(appState(liveProject(), { arm: armed('press', 'stop') }))
    await panel.presses('Cancel', 'cancelArm')
    panel.core.set({ arm: null })
    await goneButton(panel.page, 'Confirm')
    panel.core.set({ arm: armed('hold', 'stop') })
    await panel.button('Cancel').waitFor()
    expect(await panel.button('Confirm').count()).toBe(0)
  })
})

it('the show target: is chosen from a list that is read once, when it is opened', async () => {
  const panel = await open(appState(offProject()))
  await panel.button('Change project').waitFor()
  await settle(panel)
  const listed = () => panel.core.reads.filter(({ name }) => name === 'listProjects')
  expect(listed()).toEqual([])
  panel.core.reply = () => done({ what: 'targetChosen', projectName: 'Morning prayer' })
  await panel.button('Change project').click()
  await panel.presses('Morning prayer', { type: 'chooseTarget', projectId: 'p2' })
  expect(listed()).toHaveLength(1)
  await gone(panel.page.locator('dialog'))
  await expectText(panel.page.locator('.target'), 'The show target is Morning prayer.')
})

it('the show target: cannot be changed while it is on air, and says why', async () => {
  const panel = await open(appState(liveProject()))
  await expect.poll(() => isInert(panel, 'Change project'), WAIT).toBe(true)
  await panel.button('Change project').click({ force: true })
  await expectText(panel.page.locator('.target'), 'Stop Friday Night to show another project.')
})

it('the show target: is requested if there is none', async () => {
  const panel = await open(appState(null))
  await panel.presses('Friday Night', 'chooseTarget')
})

it('known facts: name each destination with its state and open only https links', async () => {
  const project = liveProject()
  const [first, second] = project.live?.destinations ?? []
  if (first) first.viewingUrl = 'http://plain.example/1'
  if (second) second.status = 'PREPARING'
  const { page } = await open(appState(project))
  const card = page.getByRole('region', { name: 'Destinations' })
  await expectText(card, /Main Channel[\s\S]*YouTube · on air[\s\S]*1,102/)
  await expectText(card, 'Twitch · not on air yet')
  await expectText(card, /The Page[\s\S]*Facebook · login expired: reconnect it in the studio[\s\S]*–/)
  expect(await card.innerText()).not.toMatch(/healthy/i)
  const links = card.getByRole('link')
  await expect.poll(() => links.count()).toBe(1)
  const told = ['href', 'target', 'rel'].map((name) => links.getAttribute(name))
  await expect.poll(() => Promise.all(told)).toEqual(['https://video.example/2', '_blank', 'noreferrer'])
})

it('known facts: the watch page of this computer has a link of one word', async () => {
  const project = liveProject()
  const viewingUrl = 'http://127.0.0.1:4718/watch/a1'
  const [first] = project.live?.destinations ?? []
  if (first) Object.assign(first, { provider: 'local', name: 'Watch page', viewingUrl })
  const { page } = await open(appState(project))
  const card = page.getByRole('region', { name: 'Destinations' })
  await expectText(card, /Watch page[\s\S]*This computer · on air/)
  const link = card.getByRole('link', { name: 'Watch', exact: true })
  await expect.poll(() => link.getAttribute('href')).toBe(viewingUrl)
})

it('known facts: include the request budget', async () => {
  const { page } = await open(appState(offProject()), { at: '#set-up/interface' })
  const card = page.getByRole('region', { name: 'Request budget' })
  await expectText(card, '61 of 150 left')
  await expectText(card, /other apps use about 35 a minute[\s\S]*resets in 24 s/)
  const meter = card.getByRole('meter', { name: 'Request budget' })
  const said = await Promise.all(['now', 'max', 'text'].map((part) => meter.getAttribute(`aria-value${part}`)))
  expect(said).toEqual(['61', '150', '61 of 150 requests left this minute, 10 of them kept for what you do'])
})

it('known facts: list the journal as sentences, newest first, with the names of other projects', async () => {
  const { page } = await open(appState(offProject()))
  const entries = page.getByRole('region', { name: 'Journal' }).getByRole('listitem')
  await expectText(entries.first(), /hotkey\s*Switch to Break: Not on air yet\. Press Sync\.\s*84 ms/)
  await expectText(entries.nth(1), 'Morning prayer: Refresh: The service cannot be reached.')
  await expectText(entries.last(), 'Go live: No reply. Checked: it was started. It was sent once.')
})

it('an outdated outcome: disappears when its prediction has come true', async () => {
  const panel = await open(appState(offProject()))
  panel.core.reply = () => started
  await panel.button('Go live').click()
  await expectText(answer(panel), 'preparing, not on air yet')
  panel.core.set({ projects: { p1: preparingProject() } })
  await expectText(panel.tally, 'Preparing')
  await expectText(answer(panel), 'preparing, not on air yet')
  panel.core.set({ projects: { p1: liveProject() } })
  await expectText(panel.tally, 'On air')
  await expectText(answer(panel), 'Hold Stop for 1.5 s.')
})

it('an outdated outcome: disappears with the next press', async () => {
  const panel = await open(appState(unsyncedProject()))
  panel.core.reply = () => refused({ reason: 'noScene' })
  await panel.button('Ending').click()
  await expectText(panel.page.locator('.scene-answer'), 'There is no such scene.')
  await panel.button('Sync').click()
  await expect.poll(() => panel.page.locator('.scene-answer[data-shown]').count(), WAIT).toBe(0)
})
