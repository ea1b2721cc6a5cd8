/**
 * electron-builder in a process of its own: what to build comes as JSON on stdin, what came of it goes as JSON to stdout.
 * Installers are followed up to what their makers would be called with: those makers are fetched, and nothing is here.
 */
import { text } from 'node:stream/consumers'
import { build, type Configuration, Platform } from 'electron-builder'

interface Order {
  projectDir: string
  system: 'linux' | 'windows'
  targets: string[]
  config: Configuration
}

const { projectDir, system, targets, config } = JSON.parse(await text(process.stdin)) as Order
const calls: unknown[] = []
// What it tells goes to stdout, which is ours.
const say = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write

await build({
  projectDir,
  publish: 'never',
  targets: (system === 'linux' ? Platform.LINUX : Platform.WINDOWS).createTarget(targets),
  config,
  effectiveOptionComputed: async (call) => {
    calls.push(call)
    return true
  },
})
say(JSON.stringify(calls))
