import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAddress, type StudioAddress } from '../../electron/studio/address.ts'

export const MAIN = fileURLToPath(new URL('../../electron/studio/main.ts', import.meta.url))

/** A studio in its own process, as shipped. */
export class StudioProcess {
  readonly dataDir: string
  readonly #child: ChildProcess
  #output = ''
  readonly exit: Promise<number | null>

  /** @param log receives its error output; left out, that is part of its output */
  constructor(dataDir: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}, log?: number) {
    this.dataDir = dataDir
    const line = [MAIN, '--port', '0', '--data-dir', dataDir, ...args]
    this.#child = spawn(process.execPath, line, {
      env: { ...process.env, CUELIGHT_API_KEY: undefined, ...env },
      stdio: ['ignore', 'pipe', log ?? 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => {
        this.#output += chunk
      })
    this.exit = new Promise((resolve) => this.#child.once('close', resolve))
  }

  /** Everything it has printed so far, on either stream. */
  get output(): string {
    return this.#output
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    return this.exit
  }

  /** Waits until this very process has published its address. */
  address(): Promise<StudioAddress> {
    return eventually(
      () => {
        const address = readAddress(this.dataDir)
        return address?.pid === this.pid && this.#output.includes('key') ? address : null
      },
      () => this.#output,
    )
  }
}

/** Sends a request to the service of a studio process. */
export async function ask(
  { baseUrl }: { baseUrl: string },
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${key}` }
  const text = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(baseUrl + path, { method, headers, body: text })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export const keyIn = (dataDir: string) => readFileSync(join(dataDir, 'studio-key'), 'utf8').trim()

/** A data dir for the duration of a test. */
export function temporaryDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'studio-process-'))
  // Processes that were just killed may still be exiting.
  const patiently = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const
  return { path, remove: () => rmSync(path, patiently) }
}

/** Polls until there is a result, for at most thirty seconds. */
export async function eventually<T>(look: () => T | null, said: () => string = () => ''): Promise<T> {
  for (let looked = 0; looked < 1_200; looked += 1) {
    const found = look()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`nothing came: ${said()}`)
}

/** Whether a process with this id runs. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Processes that use a data dir or a folder inside it, by their command line. A dead process that was not reaped has no
 * command line any more, though signals still reach it.
 */
export function processesOn(dataDir: string): number[] {
  return processes().filter((pid) =>
    commandLine(pid).some((word) => word === dataDir || word.startsWith(`${dataDir}/`)),
  )
}

/** Living processes that a process started. */
export function childrenOf(parent: number): number[] {
  return processes().filter((pid) => Number(/\) \S (\d+)/.exec(ofProcess(pid, 'stat'))?.[1]) === parent)
}

/** Whether it runs. */
export const lives = (pid: number): boolean => commandLine(pid).join('') !== ''

/** Whether it has died without being reaped. */
export const isZombie = (pid: number): boolean => /\) Z /.test(ofProcess(pid, 'stat'))

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

const commandLine = (pid: number): string[] => ofProcess(pid, 'cmdline').split('\0')

/** A file of a process in /proc; empty once the process is gone, which may happen at any moment after it was found. */
export function ofProcess(
  pid: number,
  file: 'stat' | 'status' | 'cmdline' | 'environ' | 'comm' | 'maps' | 'exe',
): string {
  try {
    const path = `/proc/${pid}/${file}`
    return file === 'exe' ? readlinkSync(path) : readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
