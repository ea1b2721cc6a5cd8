/** A whole show by what a screen reader announces, on Cuelight as built. */
import { expect, test } from 'vitest'
import { type Accessible, accessibleTree, announcements } from './accessibleTree.ts'
import { openShow, tally } from './stagehand.ts'

const PRESSED = ['button', 'link', 'switch', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio']
const times = (all: readonly string[], said: string) => all.filter((one) => one.includes(said)).length

async function opened() {
  const { page } = await openShow()
  return { page, tree: await accessibleTree(page), said: await announcements(page) }
}

/** Checks that every control has a name, no two names are alike, headings are in order, and landmarks exist. */
function expectOrder(all: readonly Accessible[]): void {
  const pressed = all.filter(({ role }) => PRESSED.includes(role))
  expect(pressed.filter(({ name }) => name === '')).toEqual([])
  const names = pressed.map(({ role, name }) => `${role} ${name}`)
  expect(names.filter((one, at) => names.indexOf(one) !== at)).toEqual([])
  const levels = all.filter(({ role }) => role === 'heading').map(({ level }) => level ?? 0)
  expect(levels[0]).toBe(1)
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  expect(levels.filter((level, at) => level - (levels[at - 1] ?? 0) > 1)).toEqual([])
  for (const landmark of ['banner', 'main']) expect(all.filter(({ role }) => role === landmark)).toHaveLength(1)
  const regions = all.filter(({ role }) => ['region', 'complementary', 'navigation'].includes(role))
  const called = regions.map(({ role, name }) => `${role} ${name}`)
  expect(called.filter((one, at) => called.indexOf(one) !== at)).toEqual([])
}

test('a whole show', { timeout: 120_000 }, async () => {
  const { page, tree, said } = await opened()
  expectOrder(await tree.all())

  await tree.press('button', 'Go live')
  const started = await said.until('On air: Opening')
  expect(times(started, 'is starting')).toBe(1)
  expect(times(started, 'Preparing: not on air yet')).toBe(1)
  expect(times(started, 'On air: Opening')).toBe(1)
  expectOrder(await tree.all())
  expect((await tree.only('button', 'Opening')).description).toContain('On air.')

  await tree.press('button', 'Break')
  const switched = await said.until('Break is not on air yet')
  expect(times(switched, 'Break is not on air yet')).toBe(1)
  await tally(page, 'unsynced')
  expect((await tree.only('button', 'Break')).description).toContain('Not on air yet')
  await tree.press('button', 'Sync')
  expect(times(await said.until('On air: Break'), 'On air: Break')).toBe(1)

  await tree.press('switch', 'Padlock')
  await said.until('live controls are off')
  expect((await tree.only('switch', 'Padlock')).checked).toBe('true')
  await tree.press('button', 'Opening')
  expect(times(await said.until('The padlock is closed'), 'The padlock is closed. Open it first.')).toBe(1)
  await tree.press('switch', 'Padlock')
  await said.until('Padlock open.')

  await tree.press('button', 'Stop')
  await expect.poll(async () => (await tree.only('button', 'Cancel')).focused).toBe(true)
  await tree.only('alertdialog', 'Stop')
  await tree.press('button', 'Cancel')
  await said.until('Cancelled. Nothing was sent.')
  await tree.press('button', 'Stop')
  const ended = await said.until('Nothing is on air')
  expect(times(ended, 'Nothing is on air')).toBe(1)
  expect(times(ended, 'Stopped.')).toBeLessThan(2)
})

test('the clock advances without being announced', { timeout: 60_000 }, async () => {
  const { page, tree, said } = await opened()
  await tree.press('button', 'Go live')
  await said.until('On air: Opening')
  const clock = () => page.getByRole('timer').innerText()
  for (let tick = 0; tick < 4; tick += 1) {
    const before = await clock()
    await expect.poll(clock).not.toBe(before)
  }
  expect(await said.all()).toEqual([])
})

test('the settings are in order too', { timeout: 60_000 }, async () => {
  const { page, tree } = await opened()
  await tree.press('link', 'Settings')
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await tree.only('navigation', 'Sections of the settings')
  for (const section of ['Accounts', 'Rehearsal', 'API', 'Support', 'About']) {
    await tree.press('link', section)
    await page.getByRole('heading', { name: section, level: 2 }).waitFor()
    expectOrder(await tree.all())
  }
  await tree.press('link', 'Back to the show')
  await page.getByRole('button', { name: 'Go live', exact: true }).waitFor()
})
