import { type ChildProcess, fork } from 'node:child_process'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
import { nodeEnvironment, nodeFlags } from '../../build/setup/nodeFlags.mjs'

const top = join(import.meta.dirname, '../..')

/** Starts a process with the flags Cuelight runs with. @param entry a path, or the name of a file in this folder */
export function forkAsShipped(entry: string, args: string[] = [], flags: string[] = []): ChildProcess {
  const env = { ...process.env, ...nodeEnvironment }
  return fork(resolve(import.meta.dirname, entry), args, { execArgv: [...nodeFlags, ...flags], env })
}

/** Bundles a file the way the app is bundled. @returns the path of the bundle */
export async function bundled(file: string): Promise<string> {
  const name = basename(file, '.ts')
  await build({
    configFile: join(top, 'build/vite.main.config.ts'),
    build: { outDir: `.dist/bench/${name}`, rolldownOptions: { input: { [name]: file } } },
  })
  return join(top, `.dist/bench/${name}/${name}.mjs`)
}
