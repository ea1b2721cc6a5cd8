import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment } from './nodeFlags.mjs'
import { nodePath } from './packages.mjs'

export const top = fileURLToPath(new URL('../..', import.meta.url))
const PARENT_CHECK_MS = 250

/** Cuelight and its studio take a key from the environment. Nothing that is run on the way to them may see it. */
const { CUELIGHT_API_KEY: key } = env
delete env.CUELIGHT_API_KEY
// Listened to, the signal opens no debugger here either; older Nodes have no switch for it.
process.on('SIGUSR1', () => {})

const environment = {
  ...env,
  ...nodeEnvironment,
  // Set in the terminal of an editor made with Electron, it would make ours a plain Node.
  ELECTRON_RUN_AS_NODE: undefined,
  PATH: `${join(top, 'node_modules/node/bin')}${delimiter}${env.PATH}`,
}

/**
 * Runs a program to its end. Answers its exit code.
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
 * Builds on the project's own Node: always what is shipped, also where whoever asks is a test (Vitest sets NODE_ENV, and
 * Vite would take it over). Answers its exit code. What it says goes to stderr: it is not what the task answers.
 */
export function builder(args) {
  return command(nodePath(), args, ['inherit', 2, 2], { NODE_ENV: 'production' })
}

/** Runs something on the project's own Node. Answers its exit code. */
export function node(args) {
  return command(nodePath(), args)
}

/**
 * Runs Cuelight, or a part of it, until it ends, and passes on what asks this one to end: nothing is left behind without its parent.
 * Answers how it ended: its exit code, and the signal that ended it where that was none of ours.
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
  // npm tells a signal to its shell and not to us: that the shell is gone is how we learn of it.
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
