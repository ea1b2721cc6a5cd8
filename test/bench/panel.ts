import type { Browser } from 'playwright'
import { launch } from '../../build/setup/chromium.ts'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { axePath, violations } from '../renderer/axe.ts'
import { LICENCES } from '../renderer/desktopSheet.ts'
import { EVERY_STATE, openState, sizeOf } from '../renderer/everyState.ts'
import {
  buildPanel,
  firstLoad,
  gzippedBytes,
  isScript,
  type LoadedFile,
  type PanelFiles,
} from '../renderer/panelFiles.ts'
import { ScriptedCore } from '../renderer/scriptedCore.ts'
import { appState, NOW } from '../renderer/states.ts'
import { changeRows } from './panel/changes.ts'
import { firstPaintRows, longTaskRows } from './panel/firstPaint.ts'
import { startPeers } from './panel/peers.ts'
import { type Bench, judged, type Row, rowsOf } from './rows.ts'

const THEMES = ['dark', 'light'] as const

/** What axe finds in every state, in both themes. */
async function accessRows(browser: Browser, files: PanelFiles): Promise<Row[]> {
  const core = new ScriptedCore(files, appState())
  core.downloads[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  const address = await core.start()
  let [states, found] = [0, 0]
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({ colorScheme, bypassCSP: true })
    const page = await context.newPage()
    await page.clock.setFixedTime(NOW)
    for (const [name, state] of EVERY_STATE) {
      await page.setViewportSize(sizeOf(name))
      await openState(core, page, address, name, state)
      await page.addScriptTag({ path: axePath })
      const wrong = await violations(page)
      for (const one of wrong) process.stderr.write(`panel: axe, ${name}, ${colorScheme}: ${one}\n`)
      states += 1
      found += wrong.length
    }
    await context.close()
  }
  await core.stop()
  const row = rowsOf('panel', 'every state × light and dark')
  return [row('states looked at by axe', states), judged(row('violations', found), { atMost: 0 })]
}

/** The bound from the issue, in kB (1,000 bytes). */
const MOST_SCRIPT = 130

/** How much a browser loads on first view: the script alone, and everything. Later loads do not count. */
async function bytesRows(files: PanelFiles): Promise<Row[]> {
  const first = firstLoad(files)
  const row = rowsOf('panel', 'first load', 'cuelight', 1)
  return [
    judged(row('first script, gzipped', sum(first.filter(isScript), gzippedBytes), 'kB'), { atMost: MOST_SCRIPT }),
    row('all, gzipped', sum(first, gzippedBytes), 'kB'),
    row(
      'all, as served on loopback',
      sum(first, ([, content]) => content.length),
      'kB',
    ),
  ]
}

const sum = (files: readonly LoadedFile[], size: (file: LoadedFile) => number): number =>
  files.reduce((all, file) => all + size(file), 0) / 1_000

/** The cost of the panel in real Chromium: bytes, first paint, changes and long tasks; and its accessibility. */
export const panelBench: Bench = {
  name: 'panel',
  async run() {
    const [browser, files, peers] = await Promise.all([launch(), buildPanel(), startPeers()])
    const parts: Record<string, () => Promise<Row[]>> = {
      bytes: () => bytesRows(files),
      'first paint': () => firstPaintRows(browser, peers),
      changes: () => changeRows(browser, files, peers),
      'long tasks': () => longTaskRows(browser, files, peers),
      axe: () => accessRows(browser, files),
    }
    const rows: Row[] = []
    for (const [name, measure] of Object.entries(parts)) {
      process.stderr.write(`panel: ${name}\n`)
      rows.push(...(await measure()))
    }
    await peers.close()
    await browser.close()
    return rows
  },
}
