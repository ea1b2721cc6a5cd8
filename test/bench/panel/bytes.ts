import { firstLoad, gzippedBytes, isScript, type LoadedFile } from '../../renderer/firstLoad.ts'
import type { PanelFiles } from '../../renderer/panelFiles.ts'
import { judged, type Row, round } from '../rows.ts'

/** The bound, in kB (1,000 bytes). */
const MOST_SCRIPT = 130

/** How much a browser loads at the first look: the script, and all of it. Whatever comes later is not counted. */
export async function bytesRows(files: PanelFiles): Promise<Row[]> {
  const first = firstLoad(files)
  const row = { bench: 'panel', case: 'first load', subject: 'cuelight', unit: 'kB' }
  return [
    judged(
      { ...row, metric: 'first script, gzipped', value: sum(first.filter(isScript), gzippedBytes) },
      { atMost: MOST_SCRIPT },
    ),
    { ...row, metric: 'all, gzipped', value: sum(first, gzippedBytes) },
    { ...row, metric: 'all, as served on loopback', value: sum(first, ([, content]) => content.length) },
  ]
}

const sum = (files: readonly LoadedFile[], size: (file: LoadedFile) => number): number =>
  round(files.reduce((all, file) => all + size(file), 0) / 1_000, 1)
