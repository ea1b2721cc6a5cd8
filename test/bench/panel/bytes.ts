import { gzipSync } from 'node:zlib'
import type { PanelFiles } from '../../renderer/panelFiles.ts'
import { judged, type Row, round } from '../rows.ts'

/** The bound, in kB (1,000 bytes). */
const MOST_SCRIPT = 130

/** How much a browser loads at the first look: the script, and all of it. Whatever comes later is not counted. */
export async function bytesRows(files: PanelFiles): Promise<Row[]> {
  const first = firstLoad(files)
  const script = first.filter(([name]) => name.endsWith('.js'))
  const row = { bench: 'panel', case: 'first load', subject: 'cuelight', unit: 'kB' }
  return [
    judged({ ...row, metric: 'first script, gzipped', value: sum(script, gzipped) }, { atMost: MOST_SCRIPT }),
    { ...row, metric: 'all, gzipped', value: sum(first, gzipped) },
    { ...row, metric: 'all, as served on loopback', value: sum(first, (content) => content.length) },
  ]
}

type File = readonly [name: string, content: Buffer]

/** The page, and what it names. */
function firstLoad(files: PanelFiles): File[] {
  const page = String(files.get('/index.html'))
  const named = [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
  if (!named.some((name) => name.endsWith('.js'))) throw new Error('the page names no script')
  return ['/index.html', ...named].map((name) => [name, Buffer.from(files.get(name) ?? '')])
}

const gzipped = (content: Buffer): number => gzipSync(content).length

const sum = (files: readonly File[], size: (content: Buffer) => number): number =>
  round(files.reduce((all, [, content]) => all + size(content), 0) / 1_000, 1)
