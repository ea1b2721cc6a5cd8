import type { Browser } from 'playwright'
import { LICENCES_FILE } from '../../../shared/util/licences.ts'
import { axePath, violations } from '../../renderer/axe.ts'
import { LICENCES } from '../../renderer/desktopSheet.ts'
import { EVERY_STATE, sizeOf } from '../../renderer/everyState.ts'
import { openState } from '../../renderer/openState.ts'
import type { PanelFiles } from '../../renderer/panelFiles.ts'
import { ScriptedCore } from '../../renderer/scriptedCore.ts'
import { appState, NOW } from '../../renderer/states.ts'
import { judged, type Row } from '../rows.ts'

const THEMES = ['dark', 'light'] as const

/** What axe finds in every state there is, in both themes. */
export async function accessRows(browser: Browser, files: PanelFiles): Promise<Row[]> {
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
  const row = { bench: 'panel', case: 'every state × light and dark', subject: 'cuelight', unit: '' }
  return [
    { ...row, metric: 'states looked at by axe', value: states },
    judged({ ...row, metric: 'violations', value: found }, { atMost: 0 }),
  ]
}
