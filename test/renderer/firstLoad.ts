import { gzipSync } from 'node:zlib'
import type { PanelFiles } from './panelFiles.ts'

export type LoadedFile = readonly [name: string, content: Buffer]

/** What the panel's page names: the page itself, its script and its styles. */
export function firstLoad(files: PanelFiles): LoadedFile[] {
  const page = String(files.get('/index.html'))
  const named = [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  return ['/index.html', ...named].map((name) => [name, Buffer.from(files.get(name) ?? '')])
}

export const isScript = ([name]: LoadedFile): boolean => name.endsWith('.js')

export const gzippedBytes = ([, content]: LoadedFile): number => gzipSync(content).length
