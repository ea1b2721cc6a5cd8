/** Settings, About: the version, its parts, and their licences, found and read in the panel. */
import { describe, expect, it } from 'vitest'
import { licencesLike } from '../../renderer/features/about/licences.ts'
import { LICENCES_FILE, readLicences } from '../../shared/util/licences.ts'
import { keysAt } from '../support/keys.ts'
import { desktopState, LICENCES } from './desktopSheet.ts'
import { type Panel, panels, WAIT } from './panel.ts'
import { appState, offProject } from './states.ts'

const open = panels()

/** @param served the file, or the status of a refusal */
async function openAbout(served: string | number, desktop = false): Promise<Panel> {
  const state = appState(offProject(), { version: '0.9.1', desktop: desktop ? desktopState() : null })
  const core = { downloads: { [`/${LICENCES_FILE}`]: served } }
  // Some tests are about a missing file.
  const panel = await open(state, { at: '#set-up/about', forgives: 'Failed to load resource', core })
  await panel.page.locator('.setup-title').waitFor()
  return panel
}

const parts = ({ page }: Panel) => page.locator('.licence')

describe('About', () => {
  it('shows the version and the parts it is made of', async () => {
    const { page } = await openAbout(JSON.stringify(LICENCES), true)
    const facts = await page.locator('.made-of > div').allInnerTexts()
    const ours = ['Version 0.9.1', 'Licence MIT']
    const theirs = ['Electron 45.4.1', 'Chromium 150.0.7871.46', 'Node 24.21.0']
    expect(facts.map((fact) => fact.replace(/\s+/g, ' '))).toEqual([...ours, ...theirs])
  })

  it('shows its own version in a browser too', async () => {
    const { page } = await openAbout(JSON.stringify(LICENCES))
    await expect.poll(() => page.locator('.made-of > div').allInnerTexts()).toHaveLength(2)
    await page.getByText('0.9.1').waitFor()
  })

  it('finds a part by its name or its licence, and unfolds its text by keyboard', async () => {
    const panel = await openAbout(JSON.stringify(LICENCES))
    await expect.poll(() => parts(panel).count(), WAIT).toBe(44)
    await panel.page.getByText('44 parts').waitFor()
    await panel.page.getByRole('searchbox', { name: 'Find a part' }).fill('apache')
    await expect.poll(() => parts(panel).count(), WAIT).toBe(1)
    await panel.page.getByText('1 part', { exact: true }).waitFor()
    await keysAt(panel.page.getByRole('searchbox', { name: 'Find a part' }), 'Tab')
    await keysAt(parts(panel), 'Enter')
    await expect.poll(() => parts(panel).getAttribute('aria-expanded')).toBe('true')
    await keysAt(parts(panel), 'Tab')
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.textContent)).toBe(LICENCES[2]?.text)
    await panel.page.getByRole('searchbox').fill('nothing like it')
    await panel.page.getByText('No part or licence matches.').waitFor()
  })

  it('loads a licence text only when it is unfolded, and says which part has none', async () => {
    const panel = await openAbout(JSON.stringify(LICENCES))
    await parts(panel).first().waitFor()
    expect(await panel.page.locator('pre').count()).toBe(0)
    await panel.button('Electron 45.4.1 MIT').click()
    await panel.page.getByText('It has no text of its own').waitFor()
  })

  const broken = {
    'not there': 404,
    'no JSON': '<!doctype html>',
    'no list': '{"react":"MIT"}',
    'a list of nothing': '[]',
  }
  for (const [name, served] of Object.entries(broken)) {
    it(`says so when the list is ${name}`, async () => {
      const panel = await openAbout(served)
      await panel.page.getByText('The list of licences is missing here').waitFor()
    })
  }
})

it('the list of licences: is used only if it is complete', () => {
  const one = { name: 'react', version: '19.3.1', license: 'MIT', text: '' }
  expect(readLicences([one])).toEqual([one])
  expect(readLicences([one, { ...one, license: '' }])).toBeNull()
  expect(readLicences({ ...one })).toBeNull()
})

it('the list of licences: is searched regardless of case, and sorted by name', () => {
  const named = (name: string) => ({ name, version: '1', license: 'ISC', text: '' })
  const all = [named('Zod'), named('part-10'), named('part-2')]
  expect(licencesLike(all, ' PART ').map(({ name }) => name)).toEqual(['part-2', 'part-10'])
  expect(licencesLike(all, 'isc')).toHaveLength(3)
})
