/** Files: found, marked, renamed, encoded and imported. */
import { expect, it, vi } from 'vitest'
import { gone } from '../support/gone.ts'
import { keysAt, pageKeys } from '../support/keys.ts'
import { ARRIVING, ENDED, files, filesOf, TO_ENCODE, UNDER_WAY } from './filesSheet.ts'
import { type Panel, panels, WAIT } from './panel.ts'
import { rehearsing } from './setupStates.ts'
import { appState, done } from './states.ts'

const open = panels()
const at = (place: string, all = files(140)) =>
  open(appState(), { at: `#files${place}`, core: { read: filesOf(all) } })
const boxes = ({ page }: Panel) => page.locator('.file')
const has = (panel: Panel, count: number) =>
  expect.poll(() => panel.page.clock.runFor(50).then(() => boxes(panel).count())).toBe(count)
const pages = ({ core }: Panel) =>
  core.reads.filter(({ name }) => name === 'filesWithDurations').map(({ input }) => input.offset)

it('reads one page, and the next only when it scrolls into view', async () => {
  const panel = await at('', files(7_000))
  await has(panel, 100)
  await panel.page.getByText('100 of 7,000 files read').waitFor()
  expect(pages(panel)).toEqual([0])
  await boxes(panel).last().scrollIntoViewIfNeeded()
  await vi.waitFor(() => expect(pages(panel).slice(0, 2)).toEqual([0, 100]), WAIT)
})

it('says why a file cannot be used, and keeps the filter in the address', async () => {
  const panel = await at('', files(12))
  await panel.page.getByText('Encode it: its audio format cannot be broadcast').first().waitFor()
  await panel.page.getByText('Encoding 63 %').first().waitFor()
  await panel.page.getByRole('radio', { name: 'Cannot be used' }).check()
  await has(panel, 6)
  await panel.page.reload()
  await has(panel, 6)
})

it('encodes one file in one press, which Tab reaches from its row only', async () => {
  const panel = await at('', files(12))
  const row = panel.page.locator('.file-rows > li:has(button)').first().getByRole('checkbox')
  const encode = panel.page.locator('.file-rows > li:has(button)').first().getByRole('button', { name: 'Encode it' })
  await encode.waitFor()
  await row.focus()
  await keysAt(row, 'Tab')
  await keysAt(encode, 'Enter')
  const fileIds = [await row.getAttribute('data-file')]
  await panel.expectCommands({ type: 'edit', operation: 'encodeFiles', input: { fileIds } } as never)
  expect(await panel.page.locator('.file:checked').count()).toBe(0)
})

it('keys of the page work right after a radio button was chosen', async () => {
  const panel = await at('', files(12))
  const choice = panel.page.getByRole('radio', { name: 'Cannot be used' })
  await choice.check()
  await choice.focus()
  await keysAt(choice, 'g', 's')
  await expect.poll(() => panel.page.evaluate(() => location.hash)).toBe('#show')
})

it('reads the files again once one of them has finished encoding', async () => {
  const [before, after] = [files(6), files(6).map((file) => ({ ...file, issues: { errors: [], warnings: [] } }))]
  let isOver = false
  const read = (name: string, input: Record<string, unknown>) => filesOf(isOver ? after : before)(name, input)
  const panel = await open(appState(), { at: '#files', core: { read }, timersRun: false })
  await has(panel, 6)
  await panel.page.getByText('Encoding 63 %').first().waitFor()
  isOver = true
  await panel.page.clock.runFor(16_000)
  await vi.waitFor(() => expect(pages(panel)).toEqual([0, 0]), WAIT)
  await gone(panel.page.getByText('Encoding 63 %'))
})

it('marks a range with Shift, all with Ctrl A, one with Space, none with Escape, and encodes what is marked', async () => {
  const panel = await at('', files(12))
  await has(panel, 12)
  await boxes(panel).nth(1).click()
  await panel.page
    .locator('.file-name')
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await panel.page.getByText('4 marked').waitFor()
  await pageKeys(panel.page, 'Control+a')
  await panel.page.getByText('12 marked').waitFor()
  await pageKeys(panel.page, 'Escape')
  await gone(panel.page.getByText('12 marked'))
  await boxes(panel).first().focus()
  await keysAt(boxes(panel).first(), 'ArrowDown')
  await keysAt(boxes(panel).nth(1), 'ArrowDown')
  await keysAt(boxes(panel).nth(2), 'Space')
  await panel.page.getByText('1 marked').waitFor()
  await panel.button('Encode').click()
  await panel.expectCommands({ type: 'edit', operation: 'encodeFiles', input: { fileIds: ['f3'] } })
})

it('shows what an encode of the marked files costs before it is pressed', async () => {
  const panel = await at('', [...TO_ENCODE, ...files(1)])
  await has(panel, 3)
  await boxes(panel).nth(0).click()
  await panel.page.getByText('Encoding copies it without loss, 21 MB.').waitFor()
  await boxes(panel).nth(1).click()
  const both = 'Encoding: 1 copied without loss; 1 with new sound, the picture kept, in all about 42 MB.'
  await panel.page.getByText(both).waitFor()
  for (const nr of [0, 1]) await boxes(panel).nth(nr).click()
  await boxes(panel).nth(2).click()
  await panel.page.getByText('1 marked').waitFor()
  await gone(panel.page.getByText(/^Encoding/))
})

it('shows how loud a file is, and marks one so loud or quiet that listeners would change the volume', async () => {
  const panel = await at('', files(12))
  await has(panel, 12)
  const row = (nr: number) => panel.page.locator('.file-rows > li').nth(nr).innerText()
  await expect.poll(() => row(3)).toMatch(/-23.4 LUFS[\s\S]*9 dB quieter than most/)
  await expect.poll(() => row(2)).toContain('-14 LUFS')
  expect(await row(2)).not.toContain('than most')
  expect(await row(1)).not.toContain('LUFS')
})

it('renames by a pattern: shows each name before, and sends only the possible ones', async () => {
  const panel = await at('', files(3))
  await has(panel, 3)
  await boxes(panel).first().focus()
  await pageKeys(panel.page, 'Control+a')
  await panel.button('Rename').click()
  await panel.button('Rename 0 files').waitFor()
  await panel.page.getByLabel('New name').fill('Night')
  await panel.page.getByText('name used twice').first().waitFor()
  await panel.page.getByLabel('New name').fill('Night {number}')
  await panel.button('Rename 3 files').click()
  const renames = ['Night 1.mp4', 'Night 2.mp4', 'Night 3.avi'].map((name, nr) => ({ id: `f${nr + 1}`, name }))
  await panel.expectCommands({ type: 'edit', operation: 'renameFiles', input: { renames } })
})

it('takes links from pasted text, lists invalid lines, and sends links by the thousand', async () => {
  const panel = await at('?import')
  const links = Array.from({ length: 1_200 }, (_, nr) => `https://files.example.org/${nr}.mp4`)
  await panel.page.getByLabel('Links, one a line').fill(['no link', ...links].join('\n'))
  await panel.page.getByText('1,200 links. Not a link: line 1.').waitFor()
  await panel.button('Import 1,200 files').click()
  const input = { links: links.slice(0, 1_000) }
  await panel.expectCommands({ type: 'edit', operation: 'importFiles', input }, 'edit')
})

it('keeps a link that is typed while the first is being sent', async () => {
  const panel = await at('?import')
  panel.core.reply = () => 'silence'
  const field = panel.page.getByLabel('Links, one a line')
  await field.fill('https://files.example.org/one.mp4')
  await panel.button('Import 1 file').click()
  await panel.expectCommands('edit')
  await field.fill('https://files.example.org/one.mp4\nhttps://files.example.org/two.mp4')
  const outcome = done({ what: 'edited', operation: 'importFiles', about: '', id: null, synced: null })
  panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id, outcome })
  await expect.poll(() => field.inputValue(), WAIT).toBe('https://files.example.org/two.mp4')
})

it('searches after a pause in typing, not at each letter', async () => {
  const panel = await open(appState(), { at: '#files', core: { read: filesOf(files(140)) }, timersRun: false })
  await has(panel, 100)
  const searches = () =>
    panel.core.reads.flatMap(({ name, input }) => (name === 'filesWithDurations' && input.search) || [])
  await panel.page.getByRole('searchbox').pressSequentially('night train')
  expect(searches()).toEqual([])
  await panel.page.clock.runFor(250)
  await vi.waitFor(() => expect(searches()).toEqual(['night train']), WAIT)
})

it('retries a failed import', async () => {
  const panel = await at('')
  await panel.page.getByText('The link leads to no file.').waitFor()
  await panel.page
    .getByRole('button', { name: /^Retry/ })
    .first()
    .click()
  await panel.expectCommands({ type: 'edit', operation: 'retryImport', input: { importId: 'i2' } })
})

it('asks before it retries one that may have succeeded after all', async () => {
  const panel = await at('')
  const unknown = panel.page.locator('.queued[data-state=notKnown]')
  await unknown.getByRole('button', { name: /^Retry/ }).click()
  await unknown.getByText('It may already be imported').waitFor()
  await panel.expectCommands()
  await unknown.getByRole('button', { name: 'Import again' }).click()
  await panel.expectCommands({ type: 'edit', operation: 'retryImport', input: { importId: 'i3' } })
})

it('moves the bar of an import without known progress, instead of showing 0 %', async () => {
  const panel = await open(appState(), { at: '#files', core: { read: filesOf(files(12), UNDER_WAY) } })
  const bar = panel.page.getByRole('progressbar', { name: /^sleet-roof-1/ })
  await expect.poll(() => bar.evaluate((one: HTMLProgressElement) => one.position), WAIT).toBe(-1)
  await expect.poll(() => bar.locator('..').textContent()).toBe('')
})

it('shows what was imported until it is cleared, and offers to import a file of another kind as that kind', async () => {
  const panel = await open(appState(), { at: '#files', core: { read: filesOf(files(12), ENDED) } })
  await panel.page.getByText('3 imported', { exact: true }).waitFor()
  expect(await panel.page.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
  await panel.page.getByRole('button', { name: /^Import as audio/ }).click()
  const input = { importId: 'i4', type: 'audio' }
  const again = { type: 'edit', operation: 'retryImport', input } as const
  await panel.expectCommands(again)
  await panel.button('Clear').click()
  await panel.expectCommands(again, { type: 'edit', operation: 'clearImports', input: {} })
})

it('ends what runs on a file: on the local studio in its row and in the queue, on a hosted service nowhere', async () => {
  const read = filesOf([...ARRIVING, ...files(6)])
  const panel = await open(rehearsing({}), { at: '#files', core: { read } })
  const row = (name: string) => panel.page.locator('.file-rows > li').filter({ hasText: name })
  await row('Arriving')
    .getByRole('button', { name: /^Stop import/ })
    .click()
  const stop = { type: 'edit', operation: 'stopImport', input: { fileId: 'arriving' } } as const
  await panel.expectCommands(stop)
  await row('5 Harbour')
    .getByRole('button', { name: /^Cancel encode/ })
    .click()
  const cancel = { type: 'edit', operation: 'cancelEncode', input: { fileId: 'f5' } } as const
  await panel.expectCommands(stop, cancel)
  const queue = panel.page.locator('.queued')
  await queue.getByRole('button', { name: /^Stop import/ }).click()
  await panel.expectCommands(stop, cancel, { ...stop, input: { fileId: 'f6' } })
  await expect.poll(() => queue.getByRole('button', { name: /^Cancel encode/ }).count()).toBe(1)
  const hosted = await open(appState(), { at: '#files', core: { read } })
  await hosted.page.getByText('Encoding 63 %').first().waitFor()
  expect(await hosted.page.getByRole('button', { name: /^(Stop import|Cancel encode)/ }).count()).toBe(0)
})

it('sends nothing if there is nothing to import, and says why', async () => {
  const panel = await at('?import')
  const send = panel.page.getByRole('dialog').getByRole('button', { name: 'Import files' })
  await expect.poll(() => send.getAttribute('aria-disabled'), WAIT).toBe('true')
  await send.click({ force: true })
  await panel.page.getByText('Paste at least one http or https link.').waitFor()
  await panel.expectCommands()
})
