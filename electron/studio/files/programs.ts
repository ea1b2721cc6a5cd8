import { type ChildProcess, spawn } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../shared/util/clock.ts'
import { Refusal } from '../rules/find.ts'
import { startWatchdog } from './watchdog.ts'

/** A program that says nothing for so long hangs, in ms. */
const SILENCE_MS = 60_000
/** Of what a program says, no more is kept; of its complaints the end. */
const MOST_SAID = 1_000_000
const MOST_COMPLAINED = 16_000

const INSTALLING =
  'Debian and Ubuntu: sudo apt install ffmpeg. macOS: brew install ffmpeg. Windows: winget install ffmpeg'

export type ProgramName = 'ffmpeg' | 'ffprobe'

interface Running {
  readonly signal: AbortSignal
  /** Called with every whole line it says. */
  readonly onLine?: (line: string) => void
}

/**
 * Outlives its studio by no moment, however that ends: when standard input is closed, the program is killed. On Windows
 * ffmpeg sees to that itself.
 */
const SHELL = '/bin/sh'
const LEASH = `exec 3<&0; "$0" "$@" 3<&- </dev/null & child=$!
{ cat <&3; kill -9 $child; } >/dev/null 2>&1 & watch=$!
exec 3<&-; wait $child; code=$?; kill $watch 2>/dev/null; exit $code`

export type Programs = ReturnType<typeof createPrograms>

/**
 * Runs ffmpeg and ffprobe. They inherit nothing of the studio's surroundings but the path.
 *
 * @param dir where they are; null: on the path
 */
export function createPrograms(dir: string | null, clock: Clock) {
  const pathOf = (name: ProgramName) => (dir === null ? name : join(dir, name))

  async function runLine(name: ProgramName, [program = '', ...args]: readonly string[], running: Running) {
    const silence = new AbortController()
    const hung = new Refusal('IMPORT_FAILED', `${name} did nothing for a minute and was ended.`)
    const watchdog = startWatchdog(clock, SILENCE_MS, () => silence.abort(hung))
    const signal = AbortSignal.any([running.signal, silence.signal])
    const child = spawn(program, args, { env: surroundings(), windowsHide: true })
    behindEverything(child)
    // The leash lets go of what it holds, and so ends itself: killed, it could not.
    addAbortListener(signal, () => void (program === SHELL ? child.stdin.destroy() : child.kill('SIGKILL')))
    let said = ''
    let complained = ''
    let error: NodeJS.ErrnoException | undefined
    child.on('error', (one) => {
      error ??= one
    })
    child.stdin.on('error', () => {})
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      watchdog.hear()
      said = (running.onLine ? eachLine(said + text, running.onLine) : said + text).slice(0, MOST_SAID)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained = (complained + text).slice(-MOST_COMPLAINED)
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    watchdog.stop()
    signal.throwIfAborted()
    if (error?.code === 'ENOENT' || error?.code === 'EACCES') throw missing(name)
    if (error || code !== 0) throw new ProgramFailed(name, code, complained)
    return { said, complained }
  }

  const run = (name: ProgramName, args: readonly string[], running: Running) =>
    runLine(name, [pathOf(name), ...args], running)

  /** Refuses what a program is needed for that is not there. */
  const require = (name: ProgramName) => run(name, ['-version'], { signal: new AbortController().signal })

  return {
    require,
    /** Returns what the program said; rejects when it is not there, fails, hangs, or is told to stop by the signal. */
    run,
    /** The same for what takes long: it is put behind everything else on this machine, and ends with the studio. */
    async runLong(name: ProgramName, args: readonly string[], running: Running) {
      await require(name)
      const line = [pathOf(name), ...args]
      return runLine(name, process.platform === 'win32' ? line : [SHELL, '-c', LEASH, ...line], running)
    },
  }
}

function missing(name: ProgramName): Refusal {
  return new Refusal(
    'FEATURE_NOT_AVAILABLE',
    `${name} is not installed. ${INSTALLING}. Or say where it is with --ffmpeg-dir.`,
  )
}

/** A program ended badly; the last it complained of says why, but a full disk brings other complaints after it. */
export class ProgramFailed extends Refusal {
  constructor(name: ProgramName, code: number | null, complained: string) {
    super(
      'IMPORT_FAILED',
      `${name} failed: ${(code ?? 128) < 128 ? reasonIn(complained) : 'it was ended from outside'}.`,
    )
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

/** Returns what has no end yet. */
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
