/**
 * The entry point of all our npm scripts. On a fresh clone it does the set-up its task needs and reports progress; it
 * is quick when nothing is left to do. Runs on Node 20 with nothing installed: it imports only Node's modules.
 *
 *   node build/run.mjs start|studio|cuelight|package|deck|test|bench|check|screens|faults [arguments]
 */
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { electronProgram } from './setup/electron.mjs'
import { nodeFlags } from './setup/nodeFlags.mjs'
import { oneAtATime } from './setup/oneAtATime.mjs'
import { installPackages, nodePath, packagesReady } from './setup/packages.mjs'
import { builder, command, node, runOn, top } from './setup/running.mjs'
import { buildPart, isBuilt } from './setup/sources.mjs'
import { start } from './setup/start.mjs'
import { installSystemPackages } from './setup/system.mjs'
import { giveUp, step } from './setup/tell.mjs'

const [task = '', ...args] = argv.slice(2)
/** In this order: the last one depends on the others. */
const everything = ['renderer', 'main', 'preload', 'licences']
const tasks = {
  async start() {
    await build(everything)
    return start(args)
  },
  async studio() {
    await build(['main'])
    return (await runOn(nodePath(), [...nodeFlags, '.dist/main/studio.mjs', ...args])).code
  },
  async package() {
    const found = await electronProgram()
    if ('why' in found) giveUp(`Nothing can be packaged without Electron: ${found.why}.`)
    await build(everything)
    return step('Package', () => node([...plain, 'build/packaging/run.ts', '--electron', found.program, ...args]))
  },
  /** The Stream Deck plugin, as one file to open. */
  async deck() {
    await build(['deck'])
    return node([...plain, 'build/deck/pack.ts'])
  },
  /** Sends a command to the running Cuelight; stdout contains only the response. */
  async cuelight() {
    await build(['main'])
    return (await runOn(nodePath(), [...nodeFlags, '.dist/main/cli.mjs', ...args])).code
  },
  check() {
    return check('--record') || holes()
  },
  async test() {
    installSystemPackages(['chromium', 'Secret Service', 'ffmpeg', 'RTMP server'])
    const checked = args.length ? 0 : check()
    if (checked !== 0) return checked
    await build([...everything, 'deck'])
    const tests = vitest(args)
    return tests !== 0 || args.length ? tests : plantFaults(['--gravest'])
  },
  screens() {
    installSystemPackages(['chromium'])
    return step('Screens, every state', () => node([...plain, 'build/suite/checkScreens.ts']))
  },
  faults() {
    return plantFaults(args) || (args.length ? 0 : mutate())
  },
  async bench() {
    await build(everything)
    return node([...plain, 'test/bench/index.ts', ...args])
  },
}

/** The tools' own entry files: those in `.bin` differ by platform. */
const tools = {
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  vite: 'vite/bin/vite.js',
  stryker: '@stryker-mutator/core/bin/stryker.js',
}

/** For tests and bench: only the warning is turned off. */
const plain = nodeFlags.slice(0, 1)

const run = tasks[task]
if (!run) {
  console.error(`There is no task "${task}". There are: ${Object.keys(tasks).join(', ')}.`)
  exit(2)
}
const unusable = /[#?]/.exec(top)
if (unusable) {
  giveUp(
    `The panel cannot be built in a folder with "${unusable[0]}" in its path: ${top} Rename the folder and run this again.`,
  )
}
await oneAtATime('Packages', packagesReady, installPackages)
exit(await run())

async function build(parts) {
  const builders = {
    vite: (config) => builder([join('node_modules', tools.vite), 'build', '--config', config]),
    node: (script) => builder([...plain, script]),
  }
  for (const part of parts)
    await oneAtATime(
      'Build',
      () => isBuilt(part),
      () => buildPart(part, builders),
    )
}

/** @param record new patterns that take linear time are listed in `build/safety/linear.txt` */
function check(...record) {
  return (
    step('Types', () => tool('tsc', ['-b'])) ||
    step('Style and lint', () => tool('biome', ['check', '--error-on-warnings', '.'])) ||
    step('Shape', () => node([...plain, 'build/shape.ts'])) ||
    step('Patterns that take more than linear time', () => node([...plain, 'build/safety/patterns.ts', ...record])) ||
    0
  )
}

/** Advisories are only reported, except in the scheduled run: what others publish must not fail finished work. */
function holes() {
  return step('Known advisories', () => node([...plain, 'build/safety/advisories.ts', ...args]))
}

function plantFaults(which) {
  return step('Faults of our own, each to be caught by a test', () =>
    node([...plain, 'test/faults/run.ts', ...which]),
  )
}

/** Mutants that were tested before and have not changed are not run again. */
function mutate() {
  return step("Stryker's mutants of what decides", () => tool('stryker', ['run', 'build/stryker.config.mjs']))
}

/**
 * Runs all tests, or those named. Only a full run retries failed files: whoever names a file wants its first result.
 */
function vitest(only) {
  const script = [...plain, 'build/suite/run.ts', ...(only.length ? [] : ['--once-more'])]
  return step('Tests', () =>
    command(nodePath(), [...script, '--config', 'build/vitest.config.ts', ...only], ['inherit', 2, 2]),
  )
}

/** Runs a tool of the project on the project's own Node. Its output is not the task's result, so it goes to stderr. */
function tool(name, toolArgs) {
  return command(nodePath(), [join('node_modules', tools[name]), ...toolArgs], ['inherit', 2, 2])
}
