/**
 * Every state that is not "all is well" shows what happened, what is true now and what to do, and nothing covers the
 * controls.
 */
import { describe, expect, it } from 'vitest'
import type { Command } from '../../shared/commands/commands.ts'
import { openState } from './everyState.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { TROUBLE } from './sheet.ts'
import { appState, NOW, offProject, unknownProject } from './states.ts'

const open = panels()

interface Expected {
  /** What happened, what is true now, what to do: in this order, from one card. */
  says: RegExp
  /** What can be pressed about it, and the command it sends or the place it opens. */
  press?: [name: string, does: Command['type'] | `#${string}` | `https:${string}`]
}

const BANDS: Record<string, Expected> = {
  linkLost: {
    says: /Cuelight was closed or is not answering[\s\S]*Any live broadcast continues\. The panel keeps trying/,
  },
  offline: {
    says: /cannot be reached[\s\S]*Any live broadcast continues\. Check the network[\s\S]*Failing for 61 s\. Last answer 66 s ago\. Next try in 7 s\./,
    press: ['Try now', 'refresh'],
  },
  studioSilent: {
    says: /The local studio is not answering[\s\S]*It broadcasts nothing[\s\S]*restarts it by itself/,
    press: ['Try now', 'refresh'],
  },
  wrongKey: {
    says: /does not accept this API key[\s\S]*Nothing can be read or sent with this key\. It may be mistyped/,
    press: ['Add API key', '#set-up/accounts'],
  },
  revokedKey: {
    says: /no longer accepts this API key[\s\S]*Nothing can be read or sent[\s\S]*Make a new key in the studio/,
    press: ['Add API key', '#set-up/accounts'],
  },
  freePlan: {
    says: /plan does not include API access[\s\S]*scenes, Go live and Stop are all part of API access\. Every paid plan includes it/,
    press: ['Try now', 'refresh'],
  },
  rateLimited: {
    says: /used up its requests[\s\S]*What you see may be old\. Show commands still go first\. Resumes in 40 s\./,
  },
  staleOnly: {
    says: /No contact for 3 min[\s\S]*This computer was asleep, or reading had to wait[\s\S]*keeps trying/,
    press: ['Try now', 'refresh'],
  },
  projectFails: {
    says: /Friday Night cannot be read[\s\S]*The service no longer knows it[\s\S]*Refresh/,
    press: ['Try now', 'refresh'],
  },
  noScenes: {
    says: /This project has no scene[\s\S]*nothing to put on air[\s\S]*Add one in Build/,
    press: ['Open live.example', 'https://live.example/'],
  },
  noDestinations: {
    says: /This project has no destination[\s\S]*would reach nobody[\s\S]*Choose one in Projects/,
    press: ['Open live.example', 'https://live.example/'],
  },
}

const PAGES: Record<string, Expected> = {
  connecting: { says: /Connecting to Cuelight on this machine[\s\S]*not known here yet[\s\S]*appears by itself/ },
  neverUp: {
    says: /Cuelight is not answering[\s\S]*Any live broadcast continues[\s\S]*Start it \(from a checkout: npm start\)/,
  },
  accessEnded: {
    says: /access of this browser has ended[\s\S]*Any live broadcast continues[\s\S]*open a new address: cuelight panel/,
  },
  linkRefused: {
    says: /works once, in one browser[\s\S]*Any live broadcast continues[\s\S]*Get a new one: cuelight panel/,
  },
  startingStudio: { says: /Getting the local studio ready[\s\S]*it broadcasts nothing[\s\S]*appears by itself/ },
  startingKey: { says: /Asking the keychain[\s\S]*Nothing was sent[\s\S]*Your system may ask you/ },
  studioFailed: {
    says: /could not start[\s\S]*port 4718 is taken[\s\S]*tries again every few seconds/,
    press: ['Accounts', '#set-up/accounts'],
  },
}

async function press(panel: Panel, [name, does]: NonNullable<Expected['press']>): Promise<void> {
  const { page } = panel
  const offered = page.locator('.state')
  if (!does.startsWith('http') && !does.startsWith('#')) {
    await offered.getByRole('button', { name, exact: true }).click()
    return void (await panel.expectCommands(does as Command['type']))
  }
  const link = offered.getByRole('link', { name, exact: true })
  await expect.poll(() => link.getAttribute('href')).toBe(does)
  if (does.startsWith('http')) return expect.poll(() => link.getAttribute('rel')).toBe('noreferrer')
  await link.click()
  await expectText(page.locator('.setup-title'), 'Accounts')
}

async function shown(name: string, viewport = { width: 1180, height: 820 }): Promise<Panel> {
  const panel = await open(appState(offProject()), { timersRun: true, viewport })
  const state = TROUBLE[name]
  if (!state) throw new Error(`no state ${name}`)
  await openState(panel.core, panel.page, panel.address, name, state)
  return panel
}

describe('above the show, or in place of a part of it', () => {
  it.each(Object.entries(BANDS))('%s', async (name, { says, press: offered }) => {
    const panel = await shown(name)
    const card = panel.page.locator('.state').first()
    await expectText(card, says)
    await expect.poll(() => card.getByRole('heading').or(card.locator('.state-headline')).count()).toBeGreaterThan(0)
    await expect.poll(() => card.locator('.button').count()).toBeLessThanOrEqual(2)
    if (offered) await press(panel, offered)
  })

  const linked = Object.keys(BANDS).filter((name) => name !== 'linkLost')
  it.each(linked)('%s: Go live and the scenes can be pressed, in a dock too', async (name) => {
    const panel = await shown(name, { width: 320, height: 560 })
    const goLive = panel.button('Go live')
    await goLive.scrollIntoViewIfNeeded()
    const isFree = await goLive.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isFree).toBe(true)
  })
})

it.each(Object.entries(PAGES))('where there is no show: %s', async (name, { says, press: offered }) => {
  const panel = await shown(name)
  await expectText(panel.page.locator('main .state'), says)
  // Reported once: what a screen says is not repeated in a notice.
  await expect.poll(() => panel.page.locator('.state, .banner').count()).toBe(1)
  if (offered) await press(panel, offered)
})

it('where there is no show: without a key one can rehearse instead', async () => {
  const panel = await open(appState(null, { service: { ...appState().service, keyPresent: false } }))
  await expectText(panel.page.locator('main .state'), /Cannot connect to live\.example yet/)
  await panel.presses('Rehearse on the local studio', 'switchProfile')
  expect(panel.core.commands[0]).toMatchObject({ profileId: 'studio' })
})

it('countdowns: the next try of the service, and that it is being tried', async () => {
  const panel = await open(TROUBLE.offline?.state ?? appState())
  await panel.page.getByText('Next try in 7 s.').waitFor()
  await panel.page.clock.runFor(5_000)
  await panel.page.getByText('Next try in 2 s.').waitFor()
  await panel.page.clock.runFor(2_000)
  await panel.page.getByText('Trying now…').waitFor()
})

it('countdowns: when a limited account continues', async () => {
  const panel = await open(TROUBLE.rateLimited?.state ?? appState())
  await panel.page.getByText('Resumes in 40 s.').waitFor()
  await panel.page.clock.runFor(30_000)
  await panel.page.getByText('Resumes in 10 s.').waitFor()
  panel.core.set({ service: { failure: null } })
  await expect.poll(() => panel.page.locator('.state').count(), WAIT).toBe(0)
})

it('countdowns: a budget that the service has closed counts as limited, without any failure', async () => {
  const state = appState(offProject())
  const panel = await open({ ...state, budget: { ...state.budget, remaining: 0, blockedUntil: NOW + 20_000 } })
  await panel.page.getByText('Resumes in 20 s.').waitFor()
})

describe('while it is being read', () => {
  const unread = { ...offProject(), settings: null, scenes: null, check: null }

  it('placeholders have the shape of what comes, so that nothing moves when it arrives', async () => {
    const panel = await open(appState(unread), { viewport: { width: 1180, height: 820 } })
    const topsOf = (all: Element[]) => all.map((one) => Math.round(one.getBoundingClientRect().top))
    const tops = () => panel.page.$$eval('.scene-grid > *, .journal', topsOf)
    await expect.poll(() => panel.page.locator('.scene-grid > .stand-in').count(), WAIT).toBe(5)
    await panel.page.locator('.journal').waitFor()
    const before = await tops()
    panel.core.become(appState(offProject()))
    await panel.button('Break').waitFor()
    expect(await tops()).toEqual(before)
    expect(await panel.page.locator('.stand-in').count()).toBe(0)
  })

  it('placeholders are silent for screen readers, which get the words instead', async () => {
    const panel = await open(appState(unread))
    await panel.page.getByText('Reading the scenes…').waitFor()
    const heard = await panel.page.getByRole('region', { name: 'Scenes' }).ariaSnapshot()
    expect(heard).toContain('Reading the scenes…')
    expect(heard.split('\n').length).toBeLessThan(4)
  })

  it('placeholders do not move if reduced motion is set', async () => {
    const panel = await open(appState(unread), { reducedMotion: 'reduce' })
    const first = panel.page.locator('.stand-in').first()
    await first.waitFor({ state: 'attached' })
    await expect.poll(() => first.evaluate((one) => getComputedStyle(one).animationPlayState)).toBe('paused')
  })

  it.each(['wrongKey', 'startChecking'] as const)(
    'in %s, if the head cannot know it, the card beside it does not say that nothing is on air',
    async (name) => {
      const state = name === 'wrongKey' ? TROUBLE.wrongKey?.state : appState(unknownProject())
      const panel = await open(state ?? appState())
      await expectText(panel.page.locator('.not-seen p'), /^Not known yet\.$/)
    },
  )

  it('no placeholder is shown if reading fails', async () => {
    const panel = await open(TROUBLE.wrongKey?.state ?? appState())
    await panel.page.getByText('The scenes have not been read yet.', { exact: true }).waitFor()
    await settle(panel)
    expect(await panel.page.locator('.stand-in').count()).toBe(0)
  })
})
