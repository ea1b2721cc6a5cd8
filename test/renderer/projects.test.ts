/** Projects are found, created and edited, and no other client's change is overwritten unseen. */
import type { Locator } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../shared/failures.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { gone } from '../support/gone.ts'
import { keysAt, pageKeys, typeAt } from '../support/keys.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { project, projects, readsOf } from './projectStates.ts'
import { lostCreate } from './projectsSheet.ts'
import type { ScriptedCore } from './scriptedCore.ts'
import { appState, done, liveProject, NOW, offProject, padlocked, timeout } from './states.ts'

const open = panels()
const at = (place: string, state = appState(), all = projects(30)) =>
  open(state, { at: `#projects${place}`, core: { read: readsOf(all) } })
const rows = ({ page }: Panel) => page.locator('.project')
const hash = ({ page }: Panel) => page.evaluate(() => decodeURIComponent(location.hash))
const link = ({ page }: Panel, name: string) => page.getByRole('link', { name, exact: true })
const reaches = (panel: Panel, address: string) => expect.poll(() => hash(panel)).toBe(address)
const edited = (id: string): Outcome =>
  done({ what: 'edited', operation: 'createProject', about: 'Project created.', id, synced: null })

it('the places: are reached by G and a key, keep the tally visible, and survive reload and Back', async () => {
  const panel = await open(appState(liveProject()))
  await link(panel, 'Projects').waitFor()
  await pageKeys(panel.page, 'g', 'p')
  await panel.button('Friday Night').waitFor()
  await expectText(panel.tally, 'On air: Main show')
  await pageKeys(panel.page, '3')
  await settle(panel)
  await panel.expectCommands()
  await pageKeys(panel.page, 'g', 'u')
  await panel.page.locator('.setup-title').waitFor()
  await panel.page.goBack()
  await panel.button('Friday Night').waitFor()
  await panel.page.reload()
  await panel.button('Friday Night').waitFor()
  await pageKeys(panel.page, 'g', 's')
  await panel.button('Stop').waitFor()
})

it('the places: open at the top when they are chosen, and at the last position by Back and Forward', async () => {
  const panel = await at('', appState(), projects(40))
  const { page } = panel
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  // Leaves in the same frame as the scrolling, before the page receives the scroll event. Not by Playwright, which
  // scrolls itself.
  const scrollAndPress = (y: number, pressed: Locator) =>
    pressed.evaluate((one: HTMLElement, to) => {
      window.scrollTo(0, to)
      one.click()
    }, y)
  await rows(panel).nth(20).waitFor()
  await scrollAndPress(700, link(panel, 'Back to the show'))
  await panel.button('Go live').waitFor()
  await expect.poll(scrolled).toBe(0)
  await page.evaluate(() => {
    window.scrollTo(0, 90)
    history.back()
  })
  await rows(panel).nth(20).waitFor()
  await expect.poll(scrolled).toBe(700)
  await page.goForward()
  await panel.button('Go live').waitFor()
  await expect.poll(scrolled).toBe(90)
})

it('the marks of a project are framed even if no news has loaded the styles for that', async () => {
  const panel = await at('', appState(offProject()))
  const mark = panel.page.locator('.project .tag').first()
  await mark.waitFor()
  expect(await panel.page.locator('.banner').count()).toBe(0)
  const looks = () => mark.evaluate((one) => [getComputedStyle(one).borderBlockStyle, getComputedStyle(one).fontSize])
  await expect.poll(looks).toEqual(['solid', '12px'])
})

it('a screen: is at its last position, too, when Back closes what was opened on it', async () => {
  const narrow = { viewport: { width: 360, height: 720 } }
  const panel = await open(appState(), { at: '#projects', core: { read: readsOf(projects(40)) }, ...narrow })
  const { page } = panel
  await rows(panel).nth(20).waitFor()
  await rows(panel)
    .nth(20)
    .evaluate((one: HTMLElement) => {
      window.scrollTo(0, 1_100)
      one.click()
    })
  await expect.poll(() => hash(panel)).not.toBe('#projects')
  await page.evaluate(() => scrollTo(0, 0))
  await page.goBack()
  await reaches(panel, '#projects')
  const scrolled = async () => {
    await page.clock.runFor(20)
    return page.evaluate(() => Math.round(scrollY))
  }
  await expect.poll(scrolled, WAIT).toBe(1_100)
})

it('the places: are not left by keys that are typed in a field, or come too late', async () => {
  const panel = await at('')
  const field = panel.page.getByRole('searchbox')
  await field.pressSequentially('gs')
  await field.blur()
  await expect.poll(() => hash(panel)).toBe('#projects?find=gs')
  await pageKeys(panel.page, 'g', 'Shift', 'u')
  await expect.poll(() => hash(panel)).toBe('#projects?find=gs')
})

it('the letters of places work under Caps Lock, and by key position on a layout without Latin letters', async () => {
  const panel = await at('')
  const { page } = panel
  await page.getByRole('searchbox').waitFor()
  const devices = await page.context().newCDPSession(page)
  const press = async (key: string, code: string) => {
    for (const type of ['keyDown', 'keyUp'] as const) {
      await devices.send('Input.dispatchKeyEvent', { type, key, code, text: type === 'keyDown' ? key : undefined })
    }
  }
  await press('п', 'KeyG')
  await press('ы', 'KeyS')
  await reaches(panel, '#show')
  await press('G', 'KeyG')
  await press('P', 'KeyP')
  await reaches(panel, '#projects')
})

describe('the list', () => {
  it('reads 1,000 projects to the end automatically, shows its progress, and finds one by name', async () => {
    const all = projects(1_000)
    const read: ScriptedCore['read'] = (name, input) => (input.offset === 300 ? 'not now' : readsOf(all)(name, input))
    const panel = await open(appState(), { at: '#projects', core: { read } })
    await panel.page.getByText('300 of 1,000 read').waitFor()
    await panel.page.getByText('The rest of the list could not be read').waitFor()
    const offsets = panel.core.reads.flatMap(({ name, input }) => (name === 'listProjects' ? [input.offset] : []))
    expect(offsets).toEqual([0, 100, 200, 300])
    panel.core.read = readsOf(all)
    await panel.button('Refresh').click()
    await panel.page.getByText('1,000 projects, read 12 s ago').waitFor()
    await expect.poll(() => panel.page.clock.runFor(100).then(() => rows(panel).count())).toBe(1_000)
    await pageKeys(panel.page, '/')
    await typeAt(panel.page.getByRole('searchbox'), 'no. 77')
    await expect.poll(() => rows(panel).count()).toBe(11)
    await reaches(panel, '#projects?find=no.+77')
  })

  it('reads one page again if one project changed, and not all of them', async () => {
    const panel = await at('', appState(), projects(450))
    const offsets = (from: number) =>
      panel.core.reads.slice(from).flatMap(({ name, input }) => (name === 'listProjects' ? [input.offset] : []))
    await expect.poll(() => offsets(0), WAIT).toEqual([0, 100, 200, 300, 400])
    await panel.page.getByText(/^450 projects, read/).waitFor()
    const before = panel.core.reads.length
    panel.core.read = readsOf(projects(450).map((one) => (one.id === 'p250' ? { ...one, name: 'Renamed' } : one)))
    panel.core.say({ type: 'touched', names: ['getProject', 'listProjects'], projectId: 'p250' })
    await panel.page.getByRole('searchbox').fill('Renamed')
    await panel.button('Renamed').waitFor()
    expect(offsets(before)).toEqual([200])
  })

  it('arrows and Enter open a project, and Escape returns to its row', async () => {
    const panel = await at('?state=live', appState(), projects(300))
    await expect.poll(() => rows(panel).count()).toBe(3)
    await pageKeys(panel.page, '/')
    await keysAt(panel.page.getByRole('searchbox'), 'ArrowDown')
    await keysAt(rows(panel).first(), 'ArrowDown')
    await keysAt(rows(panel).nth(1), 'Enter')
    await reaches(panel, '#projects?state=live&project=p143')
    await panel.page.getByRole('heading', { name: 'Break no. 143' }).waitFor()
    await pageKeys(panel.page, 'Escape')
    await reaches(panel, '#projects?state=live')
    const focused = () => panel.page.evaluate(() => (document.activeElement as HTMLElement).dataset.project)
    await expect.poll(() => focused()).toBe('p143')
  })

  it('marks the show target and each state in a word', async () => {
    const others = [project('p2', 'Theirs', 'LIVE'), project('p3', 'Soon', 'SCHEDULED')]
    const { page } = await at('', appState(), [project('p1', 'Mine'), ...others])
    const told = page.locator('.project-facts')
    await expectText(told.nth(0), /^LIVE\s+1,284 watching/)
    await expectText(told.nth(1), /^OFF\s+SHOW TARGET/)
    await expectText(told.nth(2), /^SCHEDULED\s+7 dates/)
  })

  it('says why it could not be read, and appears after the next read', async () => {
    const panel = await open(appState(), { at: '#projects', before: (core) => (core.read = () => 'It hiccups') })
    await panel.page.getByText('The list of projects could not be read').waitFor()
    await panel.page.getByText('It hiccups.').waitFor()
    panel.core.read = readsOf([])
    await panel.button('Refresh').click()
    await panel.page.getByText('This account has no project yet').waitFor()
  })
})

describe('one project', () => {
  it('sends only the changes, once, with the broadcast that was shown', async () => {
    const panel = await at('?project=p43', appState({ ...liveProject(), id: 'p43' }), projects(60))
    const name = panel.page.getByLabel('Name', { exact: true })
    await name.fill('Break, renamed')
    await panel.page.getByText('Not saved yet.').waitFor()
    panel.core.reply = () => 'silence'
    await panel.button('Save').dblclick()
    await panel.expectCommands('edit')
    const input = { projectId: 'p43', name: 'Break, renamed' }
    const sent = { type: 'edit', operation: 'updateProject', input, seen: { liveId: 'live1' } }
    expect(panel.core.commands[0]).toEqual(sent)
  })

  it('keeps unsaved changes while the user visits another screen, and drops them once saved', async () => {
    const panel = await at('?project=p1')
    await panel.page.getByLabel('Name', { exact: true }).fill('Renamed')
    await pageKeys(panel.page, 'Escape')
    await panel.button('Opening no. 1').click()
    await expect.poll(() => panel.page.getByLabel('Name', { exact: true }).inputValue(), WAIT).toBe('Renamed')
    panel.core.reply = () => edited('p1')
    await panel.presses('Save', 'edit')
    panel.core.read = readsOf([project('p1', 'Renamed')])
    panel.core.say({ type: 'touched', names: ['getProject'], projectId: 'p1' })
    await gone(panel.page.getByText('Not saved yet.'))
  })

  it('shows another client’s change before overwriting it, and then uses the version the user chooses', async () => {
    const panel = await at('?project=p1')
    const name = panel.page.getByLabel('Name', { exact: true })
    await name.fill('Mine')
    panel.core.read = readsOf([project('p1', 'Theirs')])
    await panel.button('Save').click()
    await panel.page.getByText('Name was changed elsewhere meanwhile: it is now “Theirs”.').waitFor()
    await panel.expectCommands()
    await panel.button('Take theirs').click()
    await expect.poll(() => name.inputValue(), WAIT).toBe('Theirs')
    await gone(panel.page.getByText('Not saved yet.'))
    await name.fill('Mine')
    panel.core.read = readsOf([project('p1', 'Theirs again')])
    await panel.button('Save').click()
    await panel.button('Save yours instead').click()
    const input = { projectId: 'p1', name: 'Mine' }
    await panel.expectCommands({ type: 'edit', operation: 'updateProject', input, seen: { liveId: null } })
  })

  it('leads from a past broadcast to its report', async () => {
    const panel = await at('?project=p1')
    await panel.page.locator('.broadcast').first().click()
    await expect.poll(() => hash(panel), WAIT).toMatch(/^#reports\?project=p1&live=/)
  })

  it('links to its scenes, its dates and its reports', async () => {
    const panel = await at('?project=p2')
    await link(panel, 'Build it').click()
    await reaches(panel, '#build?project=p2')
  })

  it('says what is locked and why, and what the service refuses', async () => {
    const panel = await at('?project=p1', appState(), [project('p1', 'Soon', 'SCHEDULED')])
    await panel.page.getByText('It has dates ahead. Cancel them to change these.').waitFor()
    expect(await panel.page.getByRole('radio').count()).toBe(0)
    await panel.page.getByLabel('Title on the platforms').fill('x')
    const code = 'LIVE_PROJECT_RESTRICTION'
    const failure: Failure = { ...timeout, kind: 'refused', code, mayHaveHappened: false }
    panel.core.reply = () => ({ result: 'failed', failure })
    await panel.button('Save').click()
    await panel.page.getByText('That cannot be changed while on air or scheduled.').waitFor()
    panel.core.reply = () => padlocked
    await panel.button('Save').click()
    await panel.page.getByText('The padlock is closed. Open it first.').waitFor()
  })

  it('becomes the show target, but not while another project is on air', async () => {
    const panel = await at('?project=p2', appState(liveProject()))
    await panel.button('Make show target').click({ force: true })
    const refused = panel.page.locator('.project-view [data-look=refused]')
    await expectText(refused, 'Stop Friday Night to show another project.')
    panel.core.become(appState(offProject()))
    await panel.page.locator('.button:not([aria-disabled])', { hasText: 'Make show target' }).click()
    await panel.expectCommands({ type: 'chooseTarget', projectId: 'p2' })
  })
})

describe('creating a project', () => {
  const create = (panel: Panel) => panel.button('Create project')
  async function fill(panel: Panel): Promise<void> {
    // The form of the project that was open has a name too.
    await create(panel).waitFor()
    await panel.page.getByLabel('Name', { exact: true }).fill('Fireplace 24/7')
  }

  it('always sends a length, and opens the new project', async () => {
    const panel = await at('?create')
    await create(panel).click()
    await panel.page.getByText('It needs 1 to 60 characters.').waitFor()
    await fill(panel)
    panel.core.reply = () => edited('p7')
    await panel.page.getByLabel('The Page').check()
    await create(panel).dblclick()
    await reaches(panel, '#projects?project=p7')
    await panel.expectCommands('edit')
    const input = { name: 'Fireplace 24/7', duration: { manual: true }, destinationIds: ['d3'], autoSync: false }
    expect(panel.core.commands[0]).toMatchObject({ operation: 'createProject', input })
    await link(panel, 'New project').click()
    await fill(panel)
    await panel.page.getByRole('radio', { name: 'Fixed length' }).check()
    await panel.page.getByLabel('Minutes').fill('0')
    await panel.page.getByLabel('Hours').fill('0')
    await create(panel).click()
    await panel.page.getByText('It takes 30 s to 365 days.').waitFor()
    await panel.page.getByLabel('Hours').fill('4')
    await create(panel).click()
    await panel.expectCommands('edit', 'edit')
    expect(panel.core.commands[1]).toMatchObject({ input: { duration: { manual: false, planned: 14_400 } } })
  })

  it('says what is unknown after a lost response, keeps the form, and never sends again automatically', async () => {
    const panel = await at('?create')
    await fill(panel)
    panel.core.reply = () => ({ result: 'unknown', failure: timeout })
    await create(panel).click()
    await panel.expectCommands('edit')
    const tell = (phase: 'looking' | 'notKnown') => panel.core.set({ lostEdits: [lostCreate(phase)] })
    tell('looking')
    await panel.page.getByText(/No reply: Create project: Fireplace 24\/7, \d/).waitFor()
    await create(panel).click({ force: true })
    await panel.page.getByText('Still checking the last one.').first().waitFor()
    await link(panel, 'Projects').click()
    await panel.page.getByText('Looking for it now.').waitFor()
    tell('notKnown')
    await panel.page.getByText('Check the studio before you send it again.').waitFor()
    await link(panel, 'Back to the form').click()
    await expect.poll(() => panel.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Fireplace 24/7')
    await panel.presses('Dismiss', 'edit', { type: 'dismissEdit', editId: 'c1' })
  })

  it('shows what waits for the request budget, for how long, and cancels it', async () => {
    const held = { id: 'h1', about: 'Rename scene: Break', projectId: 'p1', until: NOW + 36_000 }
    const panel = await at('', { ...appState(), heldEdits: [held] })
    await panel.page.getByText('Waiting: Rename scene: Break').waitFor()
    await panel.page.getByText(/Goes out in about 3\d s\./).waitFor()
    await panel.presses('Cancel', { type: 'dismissEdit', editId: 'h1' })
  })

  it('opens the list when a lost one was found, and the form is empty again', async () => {
    const panel = await at('?create', { ...appState(), lostEdits: [lostCreate('looking')] })
    await fill(panel)
    panel.core.set({ lostEdits: [lostCreate('found')] })
    await reaches(panel, '#projects')
    await panel.page.getByText('Found: it worked, once.').waitFor()
    await expect.poll(() => link(panel, 'Open it').getAttribute('href')).toBe('#projects?project=p1')
    await link(panel, 'New project').click()
    await expect.poll(() => panel.page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  })
})
