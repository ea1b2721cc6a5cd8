/**
 * Runs electron-builder in its own process: what to build is JSON on stdin, the result is JSON on stdout.
 * Installers are followed up to the calls of their makers, which are downloads, and nothing is downloaded here.
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
// Its messages go to stdout, which is reserved for the result.
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
