import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment } from './nodeFlags.mjs'
import { nodePath } from './packages.mjs'

export const top = fileURLToPath(new URL('../..', import.meta.url))
const PARENT_CHECK_MS = 250

/** Cuelight and its studio take a key from the environment. No other program that is run before them may see it. */
const { CUELIGHT_API_KEY: key } = env
delete env.CUELIGHT_API_KEY
// With a listener the signal opens no debugger here either; older Nodes have no switch for that.
process.on('SIGUSR1', () => {})

const environment = {
  ...env,
  ...nodeEnvironment,
  // Terminals of Electron-based editors set it, which would make our Electron a plain Node.
  ELECTRON_RUN_AS_NODE: undefined,
  PATH: `${join(top, 'node_modules/node/bin')}${delimiter}${env.PATH}`,
}

/**
 * Runs a program to its end. Returns its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {NodeJS.ProcessEnv} more
 */
export function command(program, args, stdio = 'inherit', more = {}) {
  const { status, signal, error } = spawnSync(program, args, { cwd: top, stdio, env: { ...environment, ...more } })
  if (error) throw error
  return status ?? (signal ? 1 : 0)
}

/**
 * Builds on the project's own Node, always for production, even when a test runs it (Vitest sets NODE_ENV, which Vite
 * would use). Returns its exit code. Its output goes to stderr, because it is not the task's result.
 */
export function builder(args) {
  return command(nodePath(), args, ['inherit', 2, 2], { NODE_ENV: 'production' })
}

/** Runs a script on the project's own Node. Returns its exit code. */
export function node(args) {
  return command(nodePath(), args)
}

/**
 * Runs Cuelight, or a part of it, until it ends, and forwards the signals that end this process, so that no child
 * outlives its parent. Resolves with its exit code, and the signal that ended it if we did not send it.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function runOn(program, args) {
  const withKey = key === undefined ? environment : { ...environment, CUELIGHT_API_KEY: key }
  const child = spawn(program, args, { cwd: top, stdio: 'inherit', env: withKey })
  let asked = false
  const pass = (signal) => {
    asked = true
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => ({ signal, heard: () => pass(signal) }))
  for (const { signal, heard } of signals) process.on(signal, heard)
  // npm signals its shell and not us: we notice it because the shell is gone.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && pass('SIGTERM'), PARENT_CHECK_MS).unref()
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), signal: asked ? null : signal }))
  })
  return ended.finally(() => {
    clearInterval(watch)
    for (const { signal, heard } of signals) process.off(signal, heard)
  })
}
