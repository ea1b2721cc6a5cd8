import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { plantedFault } from '../../build/plantedFault.ts'

export type PanelFiles = ReadonlyMap<string, string | Uint8Array>

/**
 * Builds the panel as it ships, into memory: always what the sources say now, and no two tests share a folder.
 *
 * @param language the tag of what it is built in
 */
export async function buildPanel(language = 'en'): Promise<PanelFiles> {
  const configFile = fileURLToPath(new URL('../../build/vite.renderer.config.ts', import.meta.url))
  // Under a test runner Vite would build React's slower development edition, which never ships.
  const before = { ...process.env }
  Object.assign(process.env, { NODE_ENV: 'production', CUELIGHT_LANGUAGE: language })
  const plugins = [plantedFault(process.env.CUELIGHT_FAULT)]
  const built = await build({ configFile, plugins, logLevel: 'error', build: { write: false } })
  Object.assign(process.env, { NODE_ENV: before.NODE_ENV, CUELIGHT_LANGUAGE: before.CUELIGHT_LANGUAGE ?? '' })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const files = outputs.flatMap(({ output }) => output)
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

export { launchShell as launch } from '../../build/setup/chromium.ts'

export type LoadedFile = readonly [name: string, content: Buffer]

/** What the panel's page names: the page itself, its script and its styles. */
export function firstLoad(files: PanelFiles): LoadedFile[] {
  const page = String(files.get('/index.html'))
  const named = [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  return ['/index.html', ...named].map((name) => [name, Buffer.from(files.get(name) ?? '')])
}

export const isScript = ([name]: LoadedFile): boolean => name.endsWith('.js')

export const gzippedBytes = ([, content]: LoadedFile): number => gzipSync(content).length
