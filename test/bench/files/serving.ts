import { spawn } from 'node:child_process'
import { nodeEnvironment, nodeFlags } from '../../../build/setup/nodeFlags.mjs'

export const KEY = 'svc_bench'

/** Starts a process with the flags that Cuelight ships with, and waits until it prints its address. */
export async function startServing(args: readonly string[]) {
  const env = { ...process.env, ...nodeEnvironment, CUELIGHT_API_KEY: KEY }
  const child = spawn(process.execPath, [...nodeFlags, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (/Base URL: \S+\n/.test(said)) break
  }
  child.stdout.resume()
  return { child, baseUrl: /Base URL: (\S+)/.exec(said)?.[1] ?? '' }
}
