import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { looksLikeDeepLink } from '../../shared/intents/deepLinks.ts'
import { BaseUrl } from '../../shared/settings/baseUrl.ts'
import { PANEL_PORT } from '../../shared/settings/settings.ts'
import { KEY_FILE_WORDS } from '../../shared/words/cli/programs.ts'
import { defaultDataDir } from '../core/files/dataDir.ts'
import { createRedactor } from '../support/redact.ts'
import { standardInput } from '../util/standardInput.ts'
import { readTextIfAny } from '../util/textFile.ts'

export const USAGE = `Usage: npm start -- [options]
  --headless       no desktop app: print the panel's address, and open nothing
  --hidden         the desktop app opens no window: only the tray
  --port N         port of the panel (default ${PANEL_PORT}; 0 = any)
  --data-dir DIR   where Cuelight keeps its data
  --base-url URL   the service to control, ending in /v1/external; left out: the profile used last
  --key-file FILE  its key is in that file (-: comes by standard input), where no other process can read it
  --override FILE  where parts of the contract differ at your service (default: override.json in the data dir)
  --help           this text
  cuelight://…     a link to open: it can arm and no more
Without --key-file, the key for --base-url is read from CUELIGHT_API_KEY: every process of yours can read it there as long
as Cuelight runs.`

export interface StartOptions {
  headless: boolean
  /** No window opens at the start: only the tray. */
  hidden: boolean
  port: number
  dataDir: string
  /** Null: the profile used last, initially the local studio. */
  baseUrl: string | null
  /** The file with the key for the base URL; `-`: standard input. Null: the environment, if anywhere. */
  keyFile: string | null
  /** Null: the file in the data dir, if any. */
  override: string | null
  /** A deep link to open, as the system passes it: untrusted and not yet parsed. */
  link: string | null
}

/** The key for this run, removed from the environment so that no child process inherits it. */
export function keyOfRun(): string | null {
  const key = process.env.CUELIGHT_API_KEY ?? null
  delete process.env.CUELIGHT_API_KEY
  return key
}

/**
 * The key in the named file; null if no file was named. Rejects if there is no key in it, with a message for the user
 * that does not contain the content.
 *
 * @param path `-`: standard input, to its end
 */
export async function keyInFile(path: string | null, stdin?: NodeJS.ReadableStream) {
  if (path === null) return null
  const key = (path === '-' ? await text(stdin ?? standardInput()) : readTextIfAny(path))?.trim() ?? ''
  const where = path === '-' ? KEY_FILE_WORDS.stdin : path
  if (key === '') throw new Error(KEY_FILE_WORDS.none(where))
  if (key.length > LONGEST_KEY || /\s/.test(key)) throw new Error(KEY_FILE_WORDS.notOneKey(where))
  return key
}

/** In characters: the longest key that is accepted. */
const LONGEST_KEY = 500

/** Parses the command line. @returns the options, or a text to print instead of starting */
export function readOptions(args: readonly string[]): StartOptions | { print: string; exitCode: number } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const stray = positionals.find((one) => !looksLikeDeepLink(one)) ?? positionals[1]
    if (stray !== undefined) throw new Error(`"${stray.slice(0, 40)}" means nothing here.`)
    if (values.help) return { print: USAGE, exitCode: 0 }
    return {
      headless: values.headless ?? false,
      hidden: values.hidden ?? false,
      port: portOf(values.port),
      dataDir: resolve(values['data-dir'] === undefined ? defaultDataDir('cuelight') : folderOf(values['data-dir'])),
      baseUrl: values['base-url'] === undefined ? null : baseUrlOf(values['base-url']),
      keyFile: values['key-file'] ?? null,
      override: values.override ?? null,
      link: positionals[0] ?? null,
    }
  } catch (error) {
    const said = createRedactor().redact(error instanceof Error ? error.message : String(error))
    return { print: `${said}\n\n${USAGE}`, exitCode: 2 }
  }
}

const OPTIONS = {
  headless: { type: 'boolean' },
  hidden: { type: 'boolean' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'base-url': { type: 'string' },
  'key-file': { type: 'string' },
  override: { type: 'string' },
  help: { type: 'boolean' },
} as const

/**
 * Separates our arguments from Chromium's: its switches are mixed with ours, and systems add some (Windows adds
 * `-Embedding` when one of our notifications is clicked later). What follows `--` comes from someone else (a link), so
 * nothing in it is a switch.
 */
export function withoutChromiumSwitches(args: readonly string[]): { ours: string[]; foreign: string[] } {
  const isForeign = (arg: string) =>
    /^-./.test(arg) && !Object.hasOwn(OPTIONS, arg.replace(/^--/, '').split('=', 1)[0] ?? '')
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const before = args.slice(0, end)
  return { ours: [...before.filter((arg) => !isForeign(arg)), ...args.slice(end)], foreign: before.filter(isForeign) }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return PANEL_PORT
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--port: "${text}" is not a port (0 to 65535).`)
  return port
}

function folderOf(text: string): string {
  if (text.trim() === '' || text.includes('\0')) throw new Error('--data-dir: that is no folder.')
  return text
}

function baseUrlOf(text: string): string {
  const parsed = BaseUrl.safeParse(text)
  if (parsed.success) return parsed.data
  // The input is not printed back: it may contain a key.
  throw new Error(`--base-url: ${parsed.error.issues[0]?.message}.`)
}
