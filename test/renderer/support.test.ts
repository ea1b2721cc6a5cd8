/** Settings, Support and API: exports, imports, and what each operation is based on. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import { OPERATIONS } from './setupStates.ts'
import { appState, done, offProject, refused } from './states.ts'

const open = panels()

const openSupport = () => open(appState(offProject()), { at: '#set-up/support', forgives: 'Failed to load resource' })
const openInterface = (operations = OPERATIONS) =>
  open(appState(offProject(), { operations }), { at: '#set-up/interface' })

describe('saving', () => {
  it('downloads the file under its name', async () => {
    const panel = await openSupport()
    panel.core.downloads['/download/support'] = 'all that helps'
    const [download] = await Promise.all([
      panel.page.waitForEvent('download'),
      panel.button('Save the support bundle').click(),
    ])
    expect(download.suggestedFilename()).toBe('cuelight-support.zip')
    expect(readFileSync(await download.path(), 'utf8')).toBe('all that helps')
    await panel.page.getByText('cuelight-support.zip was handed to the browser').waitFor()
  })

  const refusals: Record<number, string> = {
    401: 'This browser’s session has ended',
    404: 'does not offer that file',
    500: 'could not make the file (500)',
  }
  for (const [status, words] of Object.entries(refusals)) {
    it(`tells a refusal (${status}) instead of saving it as a file`, async () => {
      const panel = await openSupport()
      panel.core.downloads['/download/settings'] = Number(status)
      const saved: unknown[] = []
      panel.page.on('download', (download) => saved.push(download))
      await panel.button('Export settings').click()
      await panel.page.getByText(words).waitFor()
      expect(saved).toEqual([])
    })
  }

  it('does not even ask while there is no link', async () => {
    const panel = await openSupport()
    await panel.button('Export settings').waitFor()
    panel.core.goDown()
    await expectText(panel.tally, 'The link to Cuelight is lost')
    await panel.button('Export settings').click({ force: true })
    await expectText(panel.page.locator('.save').nth(1), 'No link to Cuelight.')
  })
})

describe('importing settings', () => {
  const pick = async ({ page, button }: Panel, text: string) => {
    const [picker] = await Promise.all([page.waitForEvent('filechooser'), button('Import settings').click()])
    await picker.setFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  }

  it('sends the text of the file, and shows the core’s outcome', async () => {
    const panel = await openSupport()
    panel.core.reply = () => refused({ reason: 'invalid', field: 'version', message: 'Invalid input: expected 4' })
    await pick(panel, '{"version":2}')
    await panel.expectCommands({ type: 'importSettings', text: '{"version":2}' })
    await panel.page.getByText('This Cuelight cannot read that as settings. Nothing was changed.').waitFor()
    expect(await panel.page.getByText('expected 4').count()).toBe(0)
    panel.core.reply = () => done({ what: 'settingsImported', profiles: 2 })
    await pick(panel, '{"version":2}')
    await panel.page.getByText('Settings imported, with 2 accounts.').waitFor()
  })

  it('never sends more than fits into a message', async () => {
    const panel = await openSupport()
    // Short enough in characters, but too long as a message, in which each quote takes two bytes.
    await pick(panel, '"'.repeat(40_000))
    await panel.page.getByText('too large to be exported settings').waitFor()
    await panel.expectOnly()
  })
})

describe('the interface', () => {
  const rows = ({ page }: Panel) => page.locator('.operations tbody tr')
  const names = async (panel: Panel) => rows(panel).locator('.operation-name').allTextContents()

  it('explains what each operation is based on, and the result of its last call', async () => {
    const panel = await openInterface()
    await expect.poll(() => rows(panel).count(), WAIT).toBe(OPERATIONS.length)
    const update = rows(panel).filter({ hasText: 'updateProject' })
    await expectText(update, /PATCH \/projects\/\{projectId\}/)
    await expectText(update, /path assumed[\s\S]*request precedent/)
    await expectText(update, /not in the plan · 403\s+API_ACCESS_REQUIRES_PAID_PLAN[\s\S]*151 ms/)
    await expectText(rows(panel).filter({ hasText: 'startLive' }), /OVERRIDDEN[\s\S]*goes first[\s\S]*viewers see it/)
    await expectText(panel.page.getByRole('region', { name: 'What the words mean' }), /documented[\s\S]*assumed/)
  })

  it('finds, chooses and sorts', async () => {
    const panel = await openInterface()
    await panel.page.getByRole('searchbox', { name: 'Find an operation' }).fill('/live')
    await expect.poll(() => names(panel), WAIT).toContain('startLive')
    await expect.poll(() => names(panel)).not.toContain('listProjects')
    await panel.page.getByRole('searchbox').fill('')
    await panel.page.getByLabel('Show', { exact: true }).selectOption('failed')
    await panel.page.getByLabel('Sort by').selectOption('slowest')
    const failed = OPERATIONS.filter(({ last }) => last?.failure).sort(
      (a, b) => (b.last?.ms ?? 0) - (a.last?.ms ?? 0),
    )
    await expect.poll(() => names(panel), WAIT).toEqual(failed.map(({ name }) => name))
    await panel.page.getByLabel('Show', { exact: true }).selectOption('overridden')
    await expect.poll(() => names(panel), WAIT).toEqual(['startLive'])
  })

  it('says whether a file overrides it, and what is wrong with one that does not', async () => {
    const panel = await openInterface([])
    const contract = panel.page.getByRole('region', { name: 'Contract' })
    await expectText(contract, 'No file overrides the contract')
    panel.core.set({ override: { file: 'contract.json', problem: null } })
    await expectText(contract, 'In use: contract.json')
    panel.core.set({ override: { file: 'contract.json', problem: 'There is no operation called startLife.' } })
    await expectText(contract, 'NOT in use: contract.json. There is no operation called startLife.')
  })
})
