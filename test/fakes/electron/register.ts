/**
 * Loaded before a main bundle that is run unchanged (`node -r …/register.ts main.mjs`): serves `electron` from the
 * stand-in, to `import` and to `require`. The stand-in is loaded only when imported: the processes that the app
 * starts from its own executable get this file and no more.
 */
import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { breakWhatIsBroken } from './broken.ts'
import { isBroken, isSo, nodePlatform } from './facts.ts'
import { exportedNames, overtaken, wasEvaluated } from './strict.ts'

readCommandLine(process.argv.slice(2))
breakWhatIsBroken()

const URL_SERVED = 'stand-in:electron'
const standIn = new URL('./module.ts', import.meta.url).href

// As in an Electron that was given an app's path.
Object.defineProperty(process.versions, 'electron', {
  value: isBroken('versions') ? '28.0.0' : '45.4.1',
  enumerable: true,
})
Object.assign(process, { defaultApp: true, type: 'browser' })
// Node resolves the path of its script; Electron leaves the app's as it was typed, and `npm start` types one that is
// relative (default_app/main.ts).
process.argv[1] = relative(process.cwd(), process.argv[1] ?? '')
if (nodePlatform) Object.defineProperty(process, 'platform', { value: nodePlatform })
// No driver controls the processes that the app starts: they get this file, and not the probe after it.
const probe = fileURLToPath(new URL('./probe.cjs', import.meta.url))
process.execArgv = process.execArgv.filter((word, at, all) => word !== probe && all[at + 1] !== probe)
if (isSo('reopensAnyProcess')) process.on('SIGUSR2', () => {})
handOverSignals()
if (isSo('stdinAtEnd')) Object.defineProperty(process, 'stdin', { value: Readable.from([]), configurable: true })
// Without a listener Electron shows a box, and everything stops until the user presses OK (lib/browser/init.ts).
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  console.error(`stand-in: a box stands in the way: ${error}`)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
// Electron only warns of an unhandled rejection (lib/browser/init.ts has no rule for it, its Node is set to warn).
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') === 1) console.error(`stand-in: unhandled rejection: ${reason}`)
})
// Electron keeps running when nothing is left to do: a process that is never ended must show here, too.
setInterval(() => {}, 2 ** 30)

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: URL_SERVED, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === URL_SERVED ? { format: 'module', source: served(), shortCircuit: true } : next(url, context),
})

/** What Chromium does with the arguments after the app, before any code of the app runs (`facts.ts`). */
function readCommandLine(args: readonly string[]): void {
  const switches = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (isSo('typeIsChromiums') && switches.some((arg) => arg.startsWith('--type='))) process.exit(1)
  const behindUrl = switches.slice(switches.findIndex((arg) => /^[a-z]{2,}:\S*$/i.test(arg)) + 1 || switches.length)
  if (isSo('nothingBehindUrl') && behindUrl.length > 0) process.exit(-1)
}

/**
 * Once Electron is ready a signal makes it quit, in place of the listeners that were there before (`takeSignals` in
 * main/app.ts, which adds one of its own). Node passes a signal's number as well, others who emit do not.
 */
function handOverSignals(): void {
  const emit = process.emit as (name: string | symbol, ...args: unknown[]) => boolean
  process.emit = function (this: NodeJS.Process, name: string | symbol, ...args: unknown[]) {
    const isSignal = args.length === 2 && typeof args[1] === 'number'
    const taken = isSignal && overtaken.get(String(name))
    const isListened = this.listenerCount(String(name)) > (overtaken.has(String(name)) ? 1 : 0)
    if (!taken) return emit.call(this, name, ...args) && isListened
    taken()
    return true
  } as typeof process.emit
}

function served(): string {
  const each = exportedNames().map((name) => `export const ${name} = electron.${name}`)
  return [`import { electron } from '${standIn}'`, 'export default electron', ...each].join('\n')
}

// By now Node itself loads the main module: this import gets the same one, and when it was evaluated. Node reports
// its errors.
setImmediate(() =>
  import(pathToFileURL(realpathSync(process.argv[1] ?? '')).href).then(
    () => wasEvaluated(),
    () => {},
  ),
)
