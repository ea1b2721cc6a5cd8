/** Settings, Accounts: profiles are added, tested, changed, used and removed, and keys are never shown again. */
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import { expectText, hasFocus, type Panel, panels, WAIT } from './panel.ts'
import { onAir, VARIED } from './setupStates.ts'
import { NEW } from './sheet.ts'
import { appState, done, MAIN, offProject, profile, STUDIO } from './states.ts'

const open = panels()
const KEY = 'svc_a-key-that-nobody-may-see-again'
const BASE = 'https://other.example/v1/external'

const refused = (field: string, message: string): Outcome => ({
  result: 'refused',
  refusal: { reason: 'invalid', field, message },
})
const created: Outcome = done({ what: 'profileCreated', profileName: 'Second', key: 'kept', about: null })

const worked: Outcome = done({ what: 'connectionTried', projects: 12, ms: 84 })

const openAccounts = (state = appState(offProject())) => open(state, { at: '#set-up/accounts' })
const openVaried = () => openAccounts(appState(offProject(), { profiles: VARIED }))

const field = ({ page }: Panel, name: string) => page.getByLabel(name, { exact: true })
const card = ({ page }: Panel, name: string) => page.getByRole('listitem', { name, exact: true })

async function fillIn(panel: Panel): Promise<void> {
  await panel.button('Add account').click()
  await field(panel, 'Name').fill('Second')
  await field(panel, 'Base URL').fill(BASE)
  await field(panel, 'API key').fill(KEY)
}

/**
 * Every string in the page that contains the secret and that someone could reach: in markup, fields, and React's data.
 */
async function holds(page: Page, secret: string): Promise<string[]> {
  return page.evaluate((key) => {
    const found: string[] = []
    if (document.documentElement.outerHTML.includes(key)) found.push('the markup')
    if ([...document.querySelectorAll('input')].some(({ value }) => value.includes(key))) found.push('a field')
    const trees = [...document.querySelectorAll('#root > div')].map((root) => {
      const start = Object.keys(root).find((name) => name.startsWith('__reactContainer'))
      if (start === undefined) throw new Error('React keeps its tree elsewhere by now: look there')
      return (root as unknown as Record<string, unknown>)[start]
    })
    const seen = new Set<unknown>()
    const queue: unknown[] = trees
    for (let value = queue.pop(); value !== undefined || queue.length; value = queue.pop()) {
      if (typeof value === 'string' && value.includes(key)) found.push('what React keeps')
      if (typeof value !== 'object' || value === null || value instanceof Node || seen.has(value)) continue
      seen.add(value)
      for (const name of Object.getOwnPropertyNames(value)) {
        const descriptor = Object.getOwnPropertyDescriptor(value, name)
        if (!descriptor || !('value' in descriptor)) continue
        // A store keeps its state in a closure, so it has to be called.
        queue.push(name === 'getState' ? descriptor.value.call(value) : descriptor.value)
      }
    }
    if (seen.size < 1_000) throw new Error(`only ${seen.size} things were looked at`)
    return found
  }, secret)
}

describe('the list', () => {
  it('shows for each profile its address, where its key is stored, and its last test', async () => {
    const panel = await openVaried()
    await expectText(card(panel, 'Main account'), /IN USE[\s\S]*live\.example[\s\S]*kept in the keychain/)
    await expectText(card(panel, 'Main account'), '4 projects in 212 ms at 21:39:07')
    await expectText(card(panel, 'Local studio'), /REHEARSAL[\s\S]*127\.0\.0\.1:4718/)
    await expectText(card(panel, 'Taken out of the keychain'), 'no longer in the keychain')
    await expectText(card(panel, 'Without a key'), 'none yet')
    await expectText(card(panel, 'Command line'), 'for this run only')
    await expectText(card(panel, 'Never worked'), 'does not accept this API key')
    await expectText(card(panel, 'Revoked'), 'no longer accepts this API key')
    await expectText(card(panel, 'Free plan'), 'knows this API key, but the account')
  })

  it('offers the possible actions for each', async () => {
    const panel = await openVaried()
    const names = async (name: string) => card(panel, name).getByRole('button').allTextContents()
    await expectText(card(panel, 'Main account'), 'Test')
    const offered = ['Test', 'Change', 'Forget key', 'Remove'].map((act) => `${act} Main account`)
    await expect.poll(() => names('Main account')).toEqual(offered)
    await expect.poll(() => names('Local studio')).toEqual(['Use Local studio', 'Test Local studio'])
    await expect.poll(() => names('Command line')).toEqual(['Use Command line', 'Test Command line'])
    expect(await names('Without a key')).not.toContain('Forget key Without a key')
  })

  it('uses and tests a profile', async () => {
    const panel = await openAccounts()
    await panel.button('Test Main account').click()
    await panel.presses(
      'Use Local studio',
      { type: 'testProfile', profileId: MAIN },
      { type: 'switchProfile', profileId: 'studio' },
    )
  })

  it('explains on the control why another profile cannot be used while on air', async () => {
    const panel = await openAccounts(onAir)
    const use = panel.button('Use Local studio')
    await expect.poll(() => use.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => use.getAttribute('title')).toContain('Stop Friday Night to switch accounts.')
    await panel.page.getByText('Stop Friday Night to switch accounts.').first().waitFor()
    await use.click({ force: true })
    await expectText(card(panel, 'Local studio').locator('.answer'), 'Stop Friday Night to switch accounts.')
    await panel.expectOnly()
  })

  it('asks once before it removes a profile or forgets a key', async () => {
    const panel = await openAccounts()
    await panel.button('Remove Main account').click()
    await panel.page.getByText('Remove Main account? Its key').waitFor()
    await panel.button('Keep').press('Enter')
    await panel.expectOnly()
    await panel.button('Remove Main account').click()
    await panel.presses('Remove', 'removeProfile')
    await panel.button('Forget key Main account').click()
    await panel.presses('Forget key', 'removeProfile', 'forgetKey')
  })
})

describe('adding a profile', () => {
  it('mentions the keychain before a removal only if it stores the key', async () => {
    const panel = await openVaried()
    await panel.button('Remove Never worked').click()
    await panel.page.getByText('Remove Never worked? Its key is forgotten too.').waitFor()
    expect(await panel.page.getByText('removed from the keychain').count()).toBe(0)
  })

  it('tests the entered values, then sends them, and tests the account once it is saved', async () => {
    const panel = await openAccounts()
    panel.core.reply = ({ command }) =>
      command.type === 'tryConnection'
        ? worked
        : command.type === 'createProfile'
          ? created
          : done({ what: 'profileTested', profileName: 'Second', projects: 4 })
    await fillIn(panel)
    await panel.presses('Save', 'tryConnection', 'createProfile')
    const sent = { type: 'createProfile', name: 'Second', baseUrl: BASE, account: 'default', key: KEY }
    expect(panel.core.commands[1]).toEqual(sent)
    await panel.page.getByText('Second was added.').waitFor()
    panel.core.set({ profiles: [...panel.core.state.profiles, profile(2, { name: 'Second', baseUrl: BASE })] })
    await panel.expectCommands('tryConnection', 'createProfile', { type: 'testProfile', profileId: profile(2).id })
  })

  it.each(['unauthorised', 'offline'] as const)('saves no failed test without asking: %s', async (kind) => {
    const panel = await openAccounts()
    const failure = {
      kind,
      operation: 'listProjects',
      method: 'GET',
      path: '/projects',
      mayHaveHappened: false,
      status: 401,
    }
    panel.core.reply = ({ command }) =>
      command.type === 'tryConnection' ? { result: 'failed', failure: failure as never } : created
    await fillIn(panel)
    await panel.presses('Save', 'tryConnection')
    await panel.page.getByText('Not saved').first().waitFor()
    await panel.expectOnly('tryConnection')
    // The entered values remain, so that they can be corrected.
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe(KEY)
    const anyway = panel.button('Save anyway')
    await expect.poll(() => anyway.count()).toBe(kind === 'offline' ? 1 : 0)
    if (kind === 'offline') await panel.presses('Save anyway', 'tryConnection', 'createProfile')
  })

  it('keeps the entered values except the key while the user visits another screen', async () => {
    const panel = await openAccounts()
    await fillIn(panel)
    await panel.page.evaluate(() => {
      location.hash = '#set-up/appearance'
    })
    await expectText(panel.page.locator('.setup-title'), 'Appearance')
    await panel.page.goBack()
    await expect.poll(() => field(panel, 'Name').inputValue()).toBe('Second')
    await expect.poll(() => field(panel, 'Base URL').inputValue()).toBe(BASE)
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe('')
    await panel.button('Cancel').click()
    await panel.button('Add account').click()
    await expect.poll(() => field(panel, 'Name').inputValue()).toBe('')
  })

  for (const [end, outcome] of Object.entries({ taken: created, refused: refused('name', 'is odd') })) {
    it(`keeps nothing of the key in the page once it is sent: ${end}`, async () => {
      const panel = await openAccounts()
      panel.core.reply = ({ command }) => (command.type === 'tryConnection' ? worked : outcome)
      await fillIn(panel)
      await expect.poll(() => field(panel, 'API key').getAttribute('type')).toBe('password')
      await expect.poll(() => field(panel, 'API key').getAttribute('autocomplete')).toBe('off')
      await panel.presses('Save', 'tryConnection', 'createProfile')
      await panel.page.getByText(end === 'taken' ? 'Second was added.' : 'It is odd.').waitFor()
      await expect.poll(() => holds(panel.page, KEY), WAIT).toEqual([])
    })
  }

  const refusals: Record<string, [outcome: Outcome, label: string, words: string]> = {
    'a key that the core refuses': [refused('key', 'must begin with svc_'), 'API key', 'It must begin with svc_.'],
    'a name that is taken': [
      { result: 'refused', refusal: { reason: 'nameTaken', profileName: 'Second' } },
      'Name',
      'Another account is already called Second.',
    ],
    'an address that the core refuses': [refused('baseUrl', 'leads nowhere'), 'Base URL', 'Leads nowhere.'],
  }
  for (const [name, [outcome, label, words]] of Object.entries(refusals)) {
    it(`shows at its field ${name}`, async () => {
      const panel = await openAccounts()
      panel.core.reply = ({ command }) => (command.type === 'tryConnection' ? worked : outcome)
      await fillIn(panel)
      await panel.button('Save').click()
      const input = field(panel, label)
      await expect.poll(() => input.getAttribute('aria-invalid'), WAIT).toBe('true')
      const about = await input.getAttribute('aria-describedby')
      await expectText(panel.page.locator(`[id="${about}"]`), words)
      await expect.poll(() => hasFocus(input)).toBe(true)
      await expect.poll(() => field(panel, 'Base URL').inputValue()).toBe(BASE)
    })
  }

  it('checks the values like the core does, and sends nothing that the core would refuse', async () => {
    const panel = await openAccounts()
    await panel.button('Add account').click()
    await field(panel, 'Name').fill('Second')
    await field(panel, 'API key').fill(KEY)
    for (const [baseUrl, words] of [
      ['nonsense', 'Enter a full https:// address.'],
      ['https://other.example/v2', 'It must end in /v1/external.'],
      ['http://other.example/v1/external', 'It must be https beyond this machine.'],
    ] as const) {
      await field(panel, 'Base URL').fill(baseUrl)
      await panel.button('Save').click()
      await expectText(panel.page.getByRole('alert'), words)
    }
    await expect.poll(() => field(panel, 'API key').inputValue()).toBe(KEY)
    await panel.expectOnly()
  })

  it('hints at a key with an unusual beginning, and shows where keys are stored', async () => {
    const panel = await openAccounts()
    await panel.button('Add account').click()
    await panel.page.getByText('nobody can read it back').waitFor()
    await field(panel, 'API key').fill('sv')
    expect(await panel.page.getByText('Keys begin with svc_').count()).toBe(0)
    await field(panel, 'API key').fill('abc')
    await panel.page.getByText('Keys begin with svc_').waitFor()
    panel.core.set({ keychain: { state: 'none', about: 'Cannot autolaunch D-Bus without X11 $DISPLAY' } })
    await field(panel, 'API key').fill('svc_1')
    await panel.page.getByText('you will need to enter the key again next time').first().waitFor()
    // The system's own error text belongs in the log.
    expect(await panel.page.getByText('D-Bus').count()).toBe(0)
  })
})

it('changing a profile: sends only the changes, and says that a key never goes to another address', async () => {
  const panel = await openAccounts()
  await panel.button('Change Main account').click()
  await panel.page.getByText('keep the current key').waitFor()
  await field(panel, 'Base URL').fill(BASE)
  await panel.page.getByText('For another address, enter the key again.').waitFor()
  await panel.presses('Save', { type: 'editProfile', profileId: MAIN, baseUrl: BASE })
})

it('changing a profile: loses nothing while a test of the profile is still running', async () => {
  const panel = await openAccounts()
  panel.core.reply = () => 'silence'
  await panel.button('Test Main account').click()
  await panel.button('Change Main account').click()
  await field(panel, 'API key').fill(KEY)
  await panel.presses('Save', 'testProfile', { type: 'editProfile', profileId: MAIN, key: KEY })
  // Cleared even before the core has replied.
  await expect.poll(() => field(panel, 'API key').inputValue()).toBe('')
})

it('changing a profile: tests it automatically with a key, but not without one', async () => {
  const panel = await openAccounts()
  panel.core.reply = () => done({ what: 'profileSaved', profileName: 'Main account', key: 'kept', about: null })
  await panel.button('Change Main account').click()
  await field(panel, 'Account label').fill('other')
  await panel.button('Save').click()
  await expect.poll(() => field(panel, 'API key').count(), WAIT).toBe(0)
  await panel.button('Change Main account').click()
  await field(panel, 'API key').fill(KEY)
  await panel.presses('Save', 'editProfile', 'editProfile', 'testProfile')
})

describe('without a key in use', () => {
  const keyless = (key: 'none' | 'locked') =>
    appState(null, {
      service: { ...appState().service, keyPresent: false },
      profiles: [STUDIO, profile(1, { key })],
      keychain: { state: key === 'locked' ? 'locked' : 'ok', about: null },
    })

  it('the way to enter one is one press away', async () => {
    const panel = await open(keyless('none'))
    await expectText(panel.tally, 'There is no API key yet')
    await panel.page.getByRole('link', { name: 'Add API key' }).click()
    await expectText(panel.page.locator('.setup-title'), 'Accounts')
  })

  it('a locked keychain is reported as locked, and can be asked again', async () => {
    const panel = await open(keyless('locked'))
    await expectText(panel.tally, 'in the keychain, which is locked')
    await panel.page.getByText('Unlock your keychain. Cuelight picks the key up by itself.').waitFor()
    panel.core.reply = () => done({ what: 'keychainAsked', state: 'locked' })
    await panel.presses('Ask the keychain again', 'retryKeychain')
    await panel.page.getByText('The keychain is still locked.').waitFor()
    await expect.poll(() => panel.button('Ask the keychain again').count()).toBe(1)
  })

  it('a key that was never entered is not looked for in a keychain that happens to be locked', async () => {
    const panel = await open({ ...keyless('none'), keychain: { state: 'locked', about: null } })
    const screen = panel.page.locator('.state[data-look="page"]')
    await expectText(screen, /Make a key in the studio/)
    expect(await screen.getByRole('button', { name: 'Ask the keychain again' }).count()).toBe(0)
    await expectText(panel.page.getByRole('region', { name: 'Notices' }), 'The keychain is locked')
  })
})

it('says which work on an account is incomplete, and uses the other account if the user still wants to', async () => {
  const panel = await openAccounts()
  panel.core.reply = () => ({
    result: 'refused',
    refusal: { reason: 'openWork', by: 'switchProfile', halfDone: ['Not finished.'] },
  })
  await panel.button('Use Local studio').click()
  await expectText(card(panel, 'Local studio').locator('.answer'), 'Not finished. It stays like that until')
  const use = { type: 'switchProfile', profileId: 'studio' } as const
  await panel.presses('Switch anyway Local studio', use, { ...use, openWork: 'leave' })
})

it('the local studio is marked as a rehearsal only while it really broadcasts nothing', async () => {
  const panel = await openAccounts(appState(offProject(), { ...NEW, welcome: false }))
  await expectText(card(panel, STUDIO.name), 'REHEARSAL')
  panel.core.set({ service: { rehearsal: false } })
  await expect.poll(() => card(panel, STUDIO.name).innerText(), WAIT).not.toContain('REHEARSAL')
})
