/** If a part of the page fails, only that part disappears, and Stop still works. */
import { describe, expect, it } from 'vitest'
import { expectText, type Panel, panels } from './panel.ts'
import { buildAnew } from './panelFiles.ts'
import { appState, liveProject } from './states.ts'

const FAULT = 'planted'
/**
 * Panels in which a component throws whenever it is drawn. @param signature the start of the component, as in its file
 */
const throwing = (file: string, signature: string) =>
  panels(() =>
    buildAnew('en', JSON.stringify({ file, from: signature, to: `${signature}\n  throw new Error('${FAULT}')` })),
  )
const ON_AIR = [appState(liveProject()), { forgives: `Error: ${FAULT}` }] as const
/** Used when the rest of the page is missing. */
const head = ({ page }: Panel) => page.locator('[data-tally]')
const GONE = 'This part of the page failed'

describe('a card that throws', () => {
  const open = throwing('renderer/features/destinations/Destinations.tsx', 'export function Destinations() {')

  it('disappears alone and says so, while everything else is drawn and works', async () => {
    const panel = await open(...ON_AIR)
    await panel.page.getByText(GONE).waitFor()
    await expectText(head(panel), 'On air: Main show')
    await panel.presses('Break', 'switchScene')
    await expect.poll(() => panel.page.getByText(GONE).count()).toBe(1)
    await expect.poll(() => panel.button('Stop').count()).toBe(1)
  })
})

describe.each([
  ['the controls', 'renderer/features/show/controls/Controls.tsx', 'export function Controls() {'],
  ['all but the head', 'renderer/app/Panel.tsx', 'export function Panel() {'],
])('%s, when they throw', (_, file, signature) => {
  const open = throwing(file, signature)

  it('leave what is on air, the clock and Stop, which still works', async () => {
    const panel = await open(...ON_AIR)
    await panel.page.getByText(GONE).waitFor()
    await expectText(head(panel), 'On air: Main show')
    await panel.page.getByRole('timer').waitFor()
    await panel.button('Stop').dispatchEvent('pointerdown', { button: 0, isPrimary: true, pointerId: 1 })
    await panel.expectCommands('armStop')
  })
})

describe('the tally, when it throws', () => {
  const open = throwing('renderer/features/show/tally/Tally.tsx', 'function Sentence() {')

  it('says that what is on air cannot be shown, and leaves the rest of the page', async () => {
    const panel = await open(...ON_AIR)
    await expectText(head(panel), 'What is on air cannot be shown here. Reload the page.')
    await panel.expectTally('unknown')
    await panel.presses('Break', 'switchScene')
    await panel.button('Stop').waitFor()
  })
})
