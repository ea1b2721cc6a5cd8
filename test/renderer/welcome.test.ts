/** The first start: a new user rehearses or connects an account, and goes live. */
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../shared/failures.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { pageKeys } from '../support/keys.ts'
import { desktopState } from './desktopSheet.ts'
import { expectFocus, expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { NEW } from './sheet.ts'
import { appState, done, failed, liveProject, offline, offProject, profile, refused, unauthorised } from './states.ts'

const open = panels()
const KEY = 'svc_a-key-that-is-only-tried'
const BASE = 'https://other.example/v1/external'
const worked: Outcome = done({ what: 'connectionTried', projects: 12, ms: 84 })

const welcome = ({ page }: Panel) => page.getByRole('region', { name: 'Welcome to Cuelight' })
const form = ({ page }: Panel) => page.getByRole('region', { name: 'Connect your account' })
const field = ({ page }: Panel, name: string) => page.getByLabel(name, { exact: true })
const gone = (panel: Panel) => expect.poll(() => welcome(panel).count(), WAIT).toBe(0)

async function openNew(more: Parameters<typeof appState>[1] = {}): Promise<Panel> {
  const panel = await open(appState(offProject(), { ...NEW, ...more }))
  await welcome(panel).waitFor()
  return panel
}

function obeys(panel: Panel, tried: Outcome = worked): void {
  const { core } = panel
  core.reply = ({ command }) => {
    if (command.type === 'tryConnection') return tried
    if (command.type === 'createProfile') {
      core.change((draft) => {
        draft.profiles.push(profile(7, { name: command.name, baseUrl: command.baseUrl }))
        draft.welcome = false
      })
      return done({ what: 'profileCreated', profileName: command.name, key: 'kept', about: null })
    }
    return done({ what: 'profileSwitched', profileName: 'other.example' })
  }
}

async function fillIn(panel: Panel, { baseUrl = BASE, key = KEY } = {}): Promise<void> {
  await panel.button('Connect your account').click()
  await field(panel, 'Base URL').fill(baseUrl)
  await field(panel, 'API key').fill(key)
}

const types = ({ core }: Panel) => core.commands.map(({ type }) => type)

const topOf = (page: Page) =>
  page.locator('.controls').evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY))

describe('the first start', () => {
  it('shows three ways above the show, and Go live can be pressed at once', async () => {
    const panel = await openNew()
    await expectText(welcome(panel), /none of it is broadcast[\s\S]*Five steps[\s\S]*tested before anything is saved/)
    await panel.button('Go live').click()
    await pageKeys(panel.page, '4')
    await panel.expectCommands('goLive', 'switchScene')
    await expect.poll(() => welcome(panel).count()).toBe(1)
  })

  const ROOMS = { 320: 560, 390: 844, 720: 820, 1180: 820, 1250: 820 }
  it.each(Object.entries(ROOMS))('moves no control when it appears, at %s by %i pixels', async (width, height) => {
    const held = Promise.withResolvers<void>()
    const panel = await open(appState(offProject(), NEW), {
      ...{ viewport: { width: Number(width), height }, timersRun: true },
      prepare: (page) =>
        page.route(/assets\/Welcome-.*\.js/, async (route) => {
          await held.promise
          await route.continue()
        }),
    })
    await panel.button('Go live').waitFor()
    const before = await topOf(panel.page)
    held.resolve()
    await welcome(panel).waitFor()
    expect(await topOf(panel.page)).toBe(before)
  })

  it('does not appear for a user who dismissed it, or who has an account', async () => {
    const panel = await open(appState(offProject(), { ...NEW, welcome: false }))
    await panel.button('Go live').waitFor()
    await settle(panel)
    expect(await panel.page.locator('.welcome-place').count()).toBe(0)
    panel.core.become(appState(offProject(), { welcome: true }))
    await expectText(panel.page.locator('.target'), 'live.example')
    expect(await panel.page.locator('.welcome-place').count()).toBe(0)
  })

  it('leads to the guide, and is still there for a user who comes back', async () => {
    const panel = await openNew()
    await panel.page.getByRole('link', { name: 'Loop my videos 24/7' }).click()
    await panel.page.locator('.guide-screen').waitFor()
    await panel.page.goBack()
    await welcome(panel).waitFor()
    await panel.expectOnly()
  })

  it('is gone while the show target is a project that is really broadcast', async () => {
    const panel = await openNew()
    panel.core.set({ service: { rehearsal: false } })
    await gone(panel)
  })

  it('explains how to rehearse on request, and never appears again', async () => {
    const panel = await openNew()
    await panel.presses('Rehearse on the local studio', 'putAwayWelcome')
    panel.core.set({ welcome: false })
    await panel.page.getByText('Try this: Go live, wait for red, press 4').waitFor()
    await panel.button('Close the welcome').click()
    await expect.poll(() => panel.page.locator('.welcome-place').count(), WAIT).toBe(0)
  })

  it('dismissed elsewhere, it disappears here too', async () => {
    const panel = await openNew()
    panel.core.set({ welcome: false })
    await gone(panel)
    await panel.expectOnly()
  })

  it('dismissed here, it asks for nothing else', async () => {
    const panel = await openNew()
    await panel.presses('Close the welcome', 'putAwayWelcome')
  })

  it('in the desktop app it shows where the tray is and the three keys that matter, as they are set', async () => {
    const panel = await openNew({ desktop: desktopState() })
    await expectText(welcome(panel), 'Cuelight stays in your desktop’s tray')
    await expectText(welcome(panel), /Go live Alt\+Shift\+F11\s+Stop Alt\+Shift\+F10\s+Sync Alt\+Shift\+F9/)
    panel.core.set({ desktop: { keys: { way: 'none', about: null } } })
    await expect.poll(() => welcome(panel).innerText(), WAIT).not.toContain('F11')
  })

  it('if its script does not load, the show still appears', async () => {
    const panel = await open(appState(offProject(), NEW), {
      forgives: 'Failed to load resource',
      prepare: (page) => page.route(/assets\/Welcome-/, (route) => route.abort()),
    })
    await panel.presses('Go live', 'goLive')
    await expect.poll(() => panel.page.locator('.welcome-place').count(), WAIT).toBe(0)
  })
})

describe('connecting an account', () => {
  it('one press tests it, saves it and uses it; nothing is saved before a successful test', async () => {
    const panel = await openNew()
    obeys(panel)
    await fillIn(panel)
    await expect.poll(() => field(panel, 'Name').inputValue()).toBe('other.example')
    await panel.presses('Test and use', 'tryConnection', 'createProfile', 'switchProfile')
    expect(panel.core.commands.slice(0, 2)).toEqual([
      { type: 'tryConnection', baseUrl: BASE, account: 'default', key: KEY },
      { type: 'createProfile', name: 'other.example', baseUrl: BASE, account: 'default', key: KEY },
    ])
    const kept = 'other.example was added. Its key is in the keychain. other.example is in use.'
    await panel.page.getByText(kept).waitFor()
    expect(await panel.page.content()).not.toContain(KEY)
  })

  it('tested first, it shows the number of projects and the duration, and is not tested twice', async () => {
    const panel = await openNew()
    obeys(panel)
    await fillIn(panel)
    await panel.button('Test').click()
    await form(panel).getByText('It works: 12 projects, 84 ms.').waitFor()
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe(KEY)
    await panel.presses('Save and use', 'tryConnection', 'createProfile', 'switchProfile')
  })

  it('once sent, the key is in no field any more, even if saving it was refused', async () => {
    const panel = await openNew()
    panel.core.reply = ({ command }) =>
      command.type === 'tryConnection' ? worked : refused({ reason: 'tooManyProfiles' })
    await fillIn(panel)
    await panel.button('Test and use').click()
    await form(panel).getByText('There is no room for another account.').waitFor()
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe('')
    await expect.poll(() => field(panel, 'Base URL').inputValue()).toBe(BASE)
    await panel.expectCommands('tryConnection', 'createProfile')
  })

  it('values edited after the test are tested again', async () => {
    const panel = await openNew()
    obeys(panel)
    await fillIn(panel)
    await panel.button('Test').click()
    await form(panel).getByText('It works').waitFor()
    await field(panel, 'API key').fill(`${KEY}2`)
    await panel.presses('Test and use', 'tryConnection', 'tryConnection', 'createProfile', 'switchProfile')
    expect(panel.core.commands[1]).toMatchObject({ key: `${KEY}2` })
  })

  const otherKey = { reason: 'invalid', field: 'key', message: 'must begin with svc_, without spaces' } as const
  const failing = (detail: string) => failed({ ...offline, detail })
  const kind = (kind: Failure['kind'], more: Partial<Failure> = {}) => failed({ ...unauthorised, kind, ...more })
  it.each<[string, Outcome, string | null, RegExp, boolean]>([
    ['a wrong key', failed(unauthorised), 'API key', /does not accept this API key/, false],
    ['a revoked key', kind('revoked'), 'API key', /no longer accepts.*Make a new key/, false],
    ['a key of another service', refused(otherKey), 'API key', /It must begin with svc_, without spaces\.$/, false],
    ['a Free plan', kind('plan'), null, /plan does not include API access/, true],
    ['too many', kind('rateLimited', { retryAfterMs: 30_000 }), null, /may well be right\. Test again in 30 s/, true],
    ['no such host', failing('ENOTFOUND'), 'Base URL', /There is no such address/, true],
    ['nobody there', failing('ECONNREFUSED'), 'Base URL', /cannot be reached/, true],
    ['no trust', failing('DEPTH_ZERO_SELF_SIGNED_CERT'), 'Base URL', /no certificate/, true],
    ['a slow one', failed({ ...offline, kind: 'timeout' }), 'Base URL', /did not answer in time/, true],
    ['a page', failed({ ...offline, kind: 'unreadable' }), 'Base URL', /not this API.*under Developer/, false],
  ])('%s is shown at its place, with what to do, and nothing is saved', async (_, outcome, at, words, mayKeep) => {
    const panel = await openNew()
    obeys(panel, outcome)
    await fillIn(panel)
    await panel.button('Test and use').click()
    const place = at ? panel.page.getByRole('alert') : form(panel).locator('.try')
    await expectText(place, words)
    if (at) await expect.poll(() => field(panel, at).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe(KEY)
    await expect.poll(() => panel.button('Save anyway').count()).toBe(mayKeep ? 1 : 0)
    await panel.expectOnly('tryConnection')
  })

  it.each([
    ['Base URL', { baseUrl: '', key: '' }, 'It is needed.'],
    ['Base URL', { baseUrl: 'https://other.example/v1' }, 'It must end in /v1/external.'],
    ['Base URL', { baseUrl: 'http://other.example/v1/external' }, 'It must be https beyond this machine.'],
    ['API key', { key: '' }, 'It is needed.'],
  ])('%s, entered as %j, is corrected before anything is sent', async (at, filled, words) => {
    const panel = await openNew()
    await fillIn(panel, filled)
    await panel.button('Test and use').click()
    await expectText(panel.page.getByRole('alert'), words)
    await expectFocus(field(panel, at))
    await panel.expectOnly()
  })

  it('a test that hangs is cancelled, and its late result is ignored', async () => {
    const panel = await openNew()
    panel.core.reply = () => 'silence'
    await fillIn(panel)
    await panel.button('Test and use').click()
    await form(panel).getByText('Asking other.example…').waitFor()
    await panel.button('Cancel the test').click()
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe(KEY)
    const late = panel.core.received[0]?.id ?? ''
    obeys(panel, failed(unauthorised))
    await panel.button('Test').click()
    await expectText(panel.page.getByRole('alert'), 'does not accept')
    panel.core.say({ type: 'outcome', id: late, outcome: worked })
    await settle(panel)
    expect(types(panel)).toEqual(['tryConnection', 'tryConnection'])
    await expectText(panel.page.getByRole('alert'), 'does not accept')
  })

  it('after an edit during the test, the result no longer counts', async () => {
    const panel = await openNew()
    panel.core.reply = () => 'silence'
    await fillIn(panel)
    await panel.button('Test and use').click()
    await form(panel).getByText('Asking other.example…').waitFor()
    await field(panel, 'API key').fill(`${KEY}2`)
    panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id ?? '', outcome: worked })
    await panel.expectOnly('tryConnection')
  })

  it('while something is on air it is saved and not used, and says so before', async () => {
    const panel = await openNew()
    obeys(panel)
    await fillIn(panel)
    panel.core.become(appState(liveProject(), NEW))
    await form(panel).getByText('Stop Friday Night to switch accounts. Until then it is only saved.').waitFor()
    await panel.presses('Test and save', 'tryConnection', 'createProfile')
    const kept = 'other.example was added. Its key is in the keychain. Stop Friday Night to switch accounts.'
    await panel.page.getByText(kept).waitFor()
  })

  it('without a keychain it says that the key works for this run only', async () => {
    const panel = await openNew({ keychain: { state: 'none', about: 'no secret service' } })
    await panel.button('Connect your account').click()
    await expectText(form(panel), 'No keychain: you will need to enter the key again next time.')
  })

  it('if the link breaks during the test, nothing is saved and the entered values remain', async () => {
    const panel = await openNew()
    await fillIn(panel)
    panel.core.reply = ({ command }) => (command.type === 'tryConnection' ? 'breakLink' : worked)
    await panel.button('Test').click()
    await expect.poll(() => types(panel), WAIT).toContain('tryConnection')
    await expect.poll(() => field(panel, 'Base URL').inputValue()).toBe(BASE)
    expect(types(panel)).not.toContain('createProfile')
  })

  it('Escape returns to the three ways, with the focus', async () => {
    const panel = await openNew()
    await panel.button('Connect your account').click()
    await field(panel, 'Base URL').press('Escape')
    await welcome(panel).waitFor()
    await expectFocus(panel.button('Connect your account'))
  })
})

it('the form of the accounts tests before it saves, and the key remains in its field', async () => {
  const panel = await open(appState(offProject()), { at: '#set-up/accounts' })
  obeys(panel)
  await panel.button('Add account').click()
  await field(panel, 'Base URL').fill(BASE)
  await panel.button('Test').click()
  await expectText(panel.page.getByRole('alert'), 'It is needed.')
  await field(panel, 'API key').fill(KEY)
  await panel.button('Test').click()
  await panel.page.getByText('It works: 12 projects, 84 ms.').waitFor()
  await expect.poll(() => field(panel, 'API key').inputValue()).toBe(KEY)
  await panel.expectCommands('tryConnection')
})
