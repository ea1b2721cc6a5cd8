import { launch } from '../../build/setup/chromium.ts'
import { buildPanel } from '../renderer/panelFiles.ts'
import { accessRows } from './panel/access.ts'
import { bytesRows } from './panel/bytes.ts'
import { changeRows } from './panel/changes.ts'
import { firstPaintRows } from './panel/firstPaint.ts'
import { longTaskRows } from './panel/longTasks.ts'
import { startPeers } from './panel/peers.ts'
import type { Bench, Row } from './rows.ts'

/** What the panel costs whoever looks at it, in real Chromium: bytes, first paint, changes, long tasks, and who can use it. */
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
