import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { plantedFault } from '../../build/plantedFault.ts'
import { isBuilt } from '../../build/setup/sources.mjs'
import { LICENCES_FILE } from '../../shared/util/licences.ts'

export type PanelFiles = ReadonlyMap<string, string | Uint8Array>

const BUILT = fileURLToPath(new URL('../../.dist/renderer', import.meta.url))

/**
 * The panel as shipped and always up to date with the sources: from the build of `npm test` if there is one, else built
 * into memory, so that tests share no folder that one of them writes to.
 *
 * @param language the tag of the language it is built in
 * @param fault planted into its sources, as JSON
 */
export async function buildPanel(language = 'en', fault = process.env.CUELIGHT_FAULT): Promise<PanelFiles> {
  const key = `${language} ${fault}`
  const made =
    built.get(key) ?? (language === 'en' && !fault && isBuilt('renderer') ? readBuilt() : buildAnew(language, fault))
  built.set(key, made)
  return made
}

/** Cache of this process; the sources do not change during a run. */
const built = new Map<string, PanelFiles | Promise<PanelFiles>>()

function readBuilt(): PanelFiles {
  const entries = readdirSync(BUILT, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map((path) => [path.slice(BUILT.length).replaceAll('\\', '/'), readFileSync(path)] as const)
  // The list of licences is not part of the panel: it is written after everything else is built.
  return new Map(files.filter(([name]) => name !== `/${LICENCES_FILE}`))
}

/** Like `buildPanel`, but always from the sources. */
export async function buildAnew(language: string, fault?: string): Promise<PanelFiles> {
  const { build } = await import('vite')
  const configFile = fileURLToPath(new URL('../../build/vite.renderer.config.ts', import.meta.url))
  // Under a test runner Vite would build React's slower development edition, which never ships.
  const before = { ...process.env }
  Object.assign(process.env, { NODE_ENV: 'production', CUELIGHT_LANGUAGE: language })
  const plugins = [plantedFault(fault)]
  const built = await build({ configFile, plugins, logLevel: 'error', build: { write: false } })
  Object.assign(process.env, { NODE_ENV: before.NODE_ENV, CUELIGHT_LANGUAGE: before.CUELIGHT_LANGUAGE ?? '' })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const files = outputs.flatMap(({ output }) => output)
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

export { launchShell as launch } from '../../build/setup/chromium.ts'

export type LoadedFile = readonly [name: string, content: Buffer]

/** The files the panel's page references: the page itself, its script and its styles. */
export function firstLoad(files: PanelFiles): LoadedFile[] {
  const page = String(files.get('/index.html'))
  const named = [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  return ['/index.html', ...named].map((name) => [name, Buffer.from(files.get(name) ?? '')])
}

export const isScript = ([name]: LoadedFile): boolean => name.endsWith('.js')

export const gzippedBytes = ([, content]: LoadedFile): number => gzipSync(content).length
