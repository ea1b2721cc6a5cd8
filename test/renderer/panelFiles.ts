import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { plantedFault } from '../../build/plantedFault.ts'

export type PanelFiles = ReadonlyMap<string, string | Uint8Array>

/** Builds the panel as it ships, into memory: always what the sources say now, and no two tests share a folder. */
export async function buildPanel(): Promise<PanelFiles> {
  const configFile = fileURLToPath(new URL('../../build/vite.renderer.config.ts', import.meta.url))
  // Under a test runner Vite would build React's slower development edition, which never ships.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const plugins = [plantedFault(process.env.CUELIGHT_FAULT)]
  const built = await build({ configFile, plugins, logLevel: 'error', build: { write: false } })
  process.env.NODE_ENV = before
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const files = outputs.flatMap(({ output }) => output)
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}
