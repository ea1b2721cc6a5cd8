import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

export type PanelFiles = ReadonlyMap<string, string | Uint8Array>

/** Builds the panel as it ships, into memory: always what the sources say now, and no two tests share a folder. */
export async function buildPanel(): Promise<PanelFiles> {
  const configFile = fileURLToPath(new URL('../../build/vite.renderer.config.ts', import.meta.url))
  const built = await build({ configFile, logLevel: 'error', build: { write: false } })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const files = outputs.flatMap(({ output }) => output)
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}
