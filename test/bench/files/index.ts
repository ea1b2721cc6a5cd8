import { bundled } from '../children.ts'
import type { Bench } from '../rows.ts'
import { catalogueRows } from './catalogue.ts'
import { importRows } from './imports.ts'

/** File handling of the local studio. */
export const filesBench: Bench = {
  name: 'files',
  async run() {
    const entry = await bundled('electron/studio/main.ts')
    return [...(await importRows(entry)), ...(await catalogueRows(entry))]
  },
}
