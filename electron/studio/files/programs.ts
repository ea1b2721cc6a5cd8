import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../shared/util/clock.ts'
import { Mishap } from './mishap.ts'
import { startWatchdog } from './watchdog.ts'

/** A program that says nothing for so long hangs, in ms. */
const SILENCE_MS = 60_000
/** Of what a program says, no more is kept; of its complaints the end. */
const MOST_SAID = 1_000_000
const MOST_COMPLAINED = 16_000

const INSTALLING =
  'Debian and Ubuntu: sudo apt install ffmpeg. macOS: brew install ffmpeg. Windows: winget install ffmpeg'

const OUTSIDE = 'it was ended from outside'

export type ProgramName = 'ffmpeg' | 'ffprobe'

/** A program is not on this machine. */
export class ProgramMissing extends Error {
  override readonly name = 'ProgramMissing'

  constructor(program: ProgramName) {
    super(`${program} is not installed. ${INSTALLING}. Or say where it is with --ffmpeg-dir.`)
  }
}

export interface Running {
  readonly signal: AbortSignal
  /** Called with every whole line it says. */
  readonly onLine?: (line: string) => void
}

/**
 * Outlives its studio by no moment, however that ends: when standard input is closed, the program is killed. On Windows
 * ffmpeg sees to that itself.
 */
const LEASH = `exec 3<&0; "$0" "$@" 3<&- </dev/null & child=$!
{ cat <&3; kill -9 $child; } >/dev/null 2>&1 & watch=$!
exec 3<&-; wait $child; code=$?; kill $watch 2>/dev/null; exit $code`

/** Runs ffmpeg and ffprobe: from a folder, or from the PATH. They inherit nothing of the studio's surroundings but that. */
export class Programs {
  readonly #dir: string | null
  readonly #clock: Clock

  constructor(dir: string | null, clock: Clock) {
    this.#dir = dir
    this.#clock = clock
  }

  /** Rejects with `ProgramMissing` when it is not there. */
  async require(name: ProgramName): Promise<void> {
    await this.#run(name, [this.#pathOf(name), '-version'], { signal: new AbortController().signal })
  }

  /** Answers what the program said; rejects when it is not there, fails, hangs, or is told to stop by the signal. */
  run(name: ProgramName, args: readonly string[], running: Running): Promise<{ said: string; complained: string }> {
    return this.#run(name, [this.#pathOf(name), ...args], running)
  }

  /** The same for what takes long: it is put behind everything else on this machine, and ends with the studio. */
  async runLong(name: ProgramName, args: readonly string[], running: Running) {
    await this.require(name)
    const line = [this.#pathOf(name), ...args]
    return this.#run(name, process.platform === 'win32' ? line : ['/bin/sh', '-c', LEASH, ...line], running)
  }

  #pathOf(name: ProgramName): string {
    return this.#dir === null ? name : join(this.#dir, name)
  }

  #run(name: ProgramName, [program = '', ...args]: readonly string[], { signal, onLine }: Running) {
    return new Promise<{ said: string; complained: string }>((resolve, reject) => {
      const child = spawn(program, args, { env: surroundings(), windowsHide: true })
      behindEverything(child)
      const said = { out: '', complained: '', rest: '' }
      let why: Error | null = null
      const end = (reason: Error) => {
        why ??= reason
        // The leash lets go of what it holds, and so ends itself.
        child.stdin?.destroy()
        if (program !== '/bin/sh') child.kill('SIGKILL')
      }
      const hung = () => end(new Mishap('IMPORT_FAILED', `${name} did nothing for a minute and was ended.`))
      const watchdog = startWatchdog(this.#clock, SILENCE_MS, hung)
      const onAbort = () => end(signal.reason as Error)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      child.stdin?.on('error', () => {})
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        watchdog.hear()
        if (!onLine) said.out = (said.out + text).slice(0, MOST_SAID)
        else said.rest = eachLine(said.rest + text, onLine)
      })
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said.complained = (said.complained + text).slice(-MOST_COMPLAINED)
      })
      child.on('error', (error: NodeJS.ErrnoException) => {
        why ??= error.code === 'ENOENT' || error.code === 'EACCES' ? new ProgramMissing(name) : error
      })
      child.on('close', (code) => {
        watchdog.stop()
        signal.removeEventListener('abort', onAbort)
        if (why === null && code === 0) resolve({ said: said.out, complained: said.complained })
        else
          reject(
            why ??
              new Mishap(
                'IMPORT_FAILED',
                `${name} failed: ${(code ?? 128) < 128 ? lastLine(said.complained) : OUTSIDE}.`,
              ),
          )
      })
    })
  }
}

/** No key and no setting of ours: the path, and what Windows runs nothing without. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, ...(SystemRoot && { SystemRoot }) }
}

/** What broadcasts goes first. */
function behindEverything({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow it: then it runs as all do.
  }
}

function eachLine(text: string, onLine: (line: string) => void): string {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  for (const line of lines) onLine(line.trim())
  return rest.slice(-MOST_COMPLAINED)
}

function lastLine(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !/^Conversion failed/.test(line))
  const last = lines.at(-1)?.trim().slice(0, 200)
  return last?.replace(/\.$/, '') || 'it did not say why'
}
