/**
 * Every npm script of ours starts here. Does all the set-up its task needs on a fresh clone, says what it does while
 * it does it, and is quick when nothing is left to do. Runs on Node 20 with nothing installed: no imports but Node's.
 *
 *   node build/run.mjs start|studio|test|bench|check|faults [arguments]
 */
import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { argv, env, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment, nodeFlags } from './setup/nodeFlags.mjs'
import { installPackages, nodePath, packagesReady } from './setup/packages.mjs'
import { buildIfNeeded } from './setup/sources.mjs'
import { installSystemPackages } from './setup/system.mjs'
import { step } from './setup/tell.mjs'

const [task = '', ...args] = argv.slice(2)
const tasks = {
  start() {
    build(['renderer', 'main', 'preload'])
    return runOn([...nodeFlags, '.dist/main/headless.mjs', ...args])
  },
  studio() {
    build(['main'])
    return runOn([...nodeFlags, '.dist/main/studio.mjs', ...args])
  },
  check() {
    return check()
  },
  test() {
    installSystemPackages(['chromium', 'Secret Service'])
    const checked = args.length ? 0 : check()
    if (checked !== 0) return checked
    build(['renderer', 'main', 'preload'])
    const tests = vitest(args)
    return tests !== 0 || args.length ? tests : plantFaults(env.CI ? [] : ['--gravest'])
  },
  faults() {
    return plantFaults(args)
  },
  bench() {
    build(['renderer', 'main', 'preload'])
    return node([...plain, 'test/bench/index.ts', ...args])
  },
}

/** The tools' own entry files: what lies in `.bin` is another thing on every platform. */
const tools = {
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/** For tests and bench: only the warning is off. */
const plain = nodeFlags.slice(0, 1)
const PARENT_CHECK_MS = 250
const top = fileURLToPath(new URL('..', import.meta.url))
const environment = {
  ...env,
  ...nodeEnvironment,
  PATH: `${join(top, 'node_modules/node/bin')}${delimiter}${env.PATH}`,
}

const run = tasks[task]
if (!run) {
  console.error(`There is no task "${task}". There are: ${Object.keys(tasks).join(', ')}.`)
  exit(2)
}
if (!packagesReady()) installPackages()
exit(await run())

function build(parts) {
  for (const part of parts) buildIfNeeded(part, (config) => tool('vite', ['build', '--config', config]))
}

function check() {
  return (
    step('Types', () => tool('tsc', ['-b'])) ||
    step('Style and lint', () => tool('biome', ['check', '--error-on-warnings', '.'])) ||
    0
  )
}

function plantFaults(which) {
  return step('Faults of our own, each to be caught by a test', () =>
    node([...plain, 'test/faults/run.ts', ...which]),
  )
}

function vitest(only) {
  return step('Tests', () => tool('vitest', ['run', '--config', 'build/vitest.config.ts', ...only]))
}

/** Runs a tool of the project on the project's own Node. What it says is not what the task answers: it goes to stderr. */
function tool(name, toolArgs) {
  return command(nodePath(), [join('node_modules', tools[name]), ...toolArgs], ['inherit', 2, 2])
}

function node(nodeArgs) {
  return command(nodePath(), nodeArgs)
}

/** Runs a program until it ends, and passes on what asks this one to end: nothing is left behind without its parent. */
function runOn(nodeArgs) {
  const child = spawn(nodePath(), nodeArgs, { cwd: top, stdio: 'inherit', env: environment })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm tells a signal to its shell and not to us: that the shell is gone is how we learn of it.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS).unref()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

function command(program, programArgs, stdio = 'inherit') {
  const { status, signal, error } = spawnSync(program, programArgs, { cwd: top, stdio, env: environment })
  if (error) throw error
  return status ?? (signal ? 1 : 0)
}
