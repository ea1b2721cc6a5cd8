import { type ChildProcess, spawn } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../../shared/util/clock.ts'
import { Refusal } from '../../rules/world/find.ts'
import { startWatchdog } from './watchdog.ts'

/** A program that makes no progress for this long is considered hung, in ms. */
const SILENCE_MS = 60_000
/** The largest block of memory a program may allocate at once, in bytes: a frame of the most pixels, 8 bytes each. */
const MOST_ALLOCATED = 300_000_000
/**
 * All the memory a program may have, in kB; only Linux enforces it. Measured with ffmpeg 5.1: a 2160p encode with 4
 * threads takes 1.0 GB, in an address space of 2.0 GB.
 */
const MOST_MEMORY_KB = { ffprobe: 1_500_000, ffmpeg: 3_000_000 } as const
/** At most this much of a program's output is kept, in characters; of its error output, the end. */
const MOST_SAID = 1_000_000
const MOST_COMPLAINED = 16_000

const INSTALLING =
  'Debian and Ubuntu: sudo apt install ffmpeg. macOS: brew install ffmpeg. Windows: winget install ffmpeg'

export type ProgramName = 'ffmpeg' | 'ffprobe'

interface Running {
  readonly signal: AbortSignal
  /** Called with every complete line of output; returns whether that line shows progress. */
  readonly onLine?: (line: string) => boolean
  /** The file the program creates. As long as it is written to, the program is working, even without output. */
  readonly writes?: string
}

/**
 * Limits a program's memory (the first argument) and makes sure that it never outlives its studio, however that ends:
 * it is killed when standard input closes. On Windows ffmpeg does the latter itself.
 */
const SHELL = '/bin/sh'
const LEASH = `ulimit -v "$1" 2>/dev/null; shift; exec 3<&0; "$0" "$@" 3<&- </dev/null & child=$!
{ cat <&3; kill -9 $child; } >/dev/null 2>&1 & watch=$!
exec 3<&-; wait $child; code=$?; kill $watch 2>/dev/null; exit $code`

/** Returns a function that tells whether the file was written to since the previous call. */
function writtenSince(path: string | undefined): () => Promise<boolean> {
  let before: string | null = null
  return async () => {
    const now =
      path === undefined
        ? null
        : await stat(path).then(
            ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
            () => null,
          )
    const isNew = now !== null && now !== before
    before = now
    return isNew
  }
}

export type Programs = ReturnType<typeof createPrograms>

/**
 * Runs ffmpeg and ffprobe. They inherit nothing of the studio's environment except what programs need to run.
 *
 * @param dir their folder; null: found on the PATH
 */
export function createPrograms(dir: string | null, clock: Clock) {
  const pathOf = (name: ProgramName) => (dir === null ? name : join(dir, name))

  async function runLine(name: ProgramName, [program = '', ...args]: readonly string[], running: Running) {
    const { onLine, writes } = running
    const silence = new AbortController()
    const hung = new Refusal('IMPORT_FAILED', `${name} did nothing for a minute and was ended.`)
    const over = new AbortController()
    const hasWritten = writtenSince(writes)
    const watchdog = startWatchdog(clock, SILENCE_MS, async () => {
      // To move the index to the front, ffmpeg rewrites the whole file, without any output meanwhile.
      const isAtWork = await hasWritten()
      if (over.signal.aborted) return
      if (isAtWork) watchdog.hear()
      else silence.abort(hung)
    })
    const signal = AbortSignal.any([running.signal, silence.signal])
    const child = spawn(program, args, { env: surroundings(), windowsHide: true })
    behindEverything(child)
    // Closing its standard input makes the shell kill the program; killing the shell itself would leave it running.
    addAbortListener(signal, () => void (program === SHELL ? child.stdin.destroy() : child.kill('SIGKILL')))
    let said = ''
    let complained = ''
    let error: NodeJS.ErrnoException | undefined
    child.on('error', (one) => {
      error ??= one
    })
    child.stdin.on('error', () => {})
    const hearLine = (line: string) => {
      if (onLine?.(line)) watchdog.hear()
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = (onLine ? eachLine(said + text, hearLine) : said + text).slice(0, MOST_SAID)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained = (complained + text).slice(-MOST_COMPLAINED)
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    over.abort()
    watchdog.stop()
    signal.throwIfAborted()
    const isMissing = program === SHELL ? code === 126 || code === 127 : /^(ENOENT|EACCES)$/.test(error?.code ?? '')
    if (isMissing) throw missing(name)
    if (error || code !== 0) throw new ProgramFailed(name, code, complained)
    return { said, complained }
  }

  /**
   * Returns the program's output. Rejects when the program is missing, fails, makes no progress for a minute, or is
   * ended by the signal. Its memory is limited, and it ends with the studio.
   */
  function run(name: ProgramName, args: readonly string[], running: Running) {
    const line = [pathOf(name), '-max_alloc', String(MOST_ALLOCATED), ...args]
    if (process.platform === 'win32') return runLine(name, line, running)
    const [program = '', ...rest] = line
    return runLine(name, [SHELL, '-c', LEASH, program, String(MOST_MEMORY_KB[name]), ...rest], running)
  }

  return {
    /** Refuses work that needs a program that is not installed. */
    require: (name: ProgramName) =>
      runLine(name, [pathOf(name), '-version'], { signal: new AbortController().signal }),
    run,
  }
}

function missing(name: ProgramName): Refusal {
  return new Refusal(
    'FEATURE_NOT_AVAILABLE',
    `${name} is not installed. ${INSTALLING}. Or say where it is with --ffmpeg-dir.`,
  )
}

/**
 * A program failed. Its last line of error output gives the reason, but other errors may follow that of a full disk.
 */
export class ProgramFailed extends Refusal {
  constructor(name: ProgramName, code: number | null, complained: string) {
    super(
      'IMPORT_FAILED',
      `${name} failed: ${(code ?? 128) < 128 ? reasonIn(complained) : 'it was ended from outside'}.`,
    )
  }
}

/** Passes no key and no setting of ours: only PATH, and the variable without which Windows runs nothing. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH: searchPath(PATH, process.platform), ...(SystemRoot && { SystemRoot }) }
}

/** Where Homebrew (Apple silicon, Intel) and MacPorts install programs. */
const MAC_PLACES = ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin']

/** The PATH for ffmpeg. macOS starts an app from the Finder, the Dock or at login without the places of package managers. */
export function searchPath(path: string | undefined, platform: NodeJS.Platform): string | undefined {
  return platform === 'darwin' ? [...(path?.split(':') ?? []), ...MAC_PLACES].join(':') : path
}

/** Broadcasts have priority. */
function behindEverything({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow this: it then runs at normal priority.
  }
}

/** Returns the last, incomplete line. */
function eachLine(text: string, onLine: (line: string) => void): string {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  for (const line of lines) onLine(line.trim())
  return rest
}

function reasonIn(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('Conversion failed'))
  const last = lines.findLast((line) => line.includes('No space left on device')) ?? lines.at(-1)
  return last?.trim().slice(0, 200).replace(/\.$/, '') || 'it did not say why'
}
