import { parseArgs } from 'node:util'
import { defaultDataDir } from '../core/files/dataDir.ts'

/** The default port, which is fixed so that a base URL can be written down. */
export const DEFAULT_PORT = 4718

/** In gigabytes. */
const DEFAULT_LARGEST_GB = 50

export const USAGE = `Usage: studio [--port N] [--data-dir DIR] [--preparing-ms N] [--ffmpeg-dir DIR]
              [--largest-file GB] [--allow-private-links]
  --port N          where to listen (default ${DEFAULT_PORT}; taken: another one; 0: any)
  --data-dir DIR    where it keeps everything
  --preparing-ms N  how long a broadcast is prepared before it is live
  --ffmpeg-dir DIR  where ffmpeg and ffprobe are (default: on the PATH). Without them files are not looked into or encoded
  --largest-file GB the largest file that is taken in, in whole gigabytes (default ${DEFAULT_LARGEST_GB})
  --allow-private-links
                    for developers: files may be imported from this machine and its network
The key in CUELIGHT_API_KEY, when set, is accepted for this run.`

export type CommandLine = ReturnType<typeof readCommandLine>

/** A mistake on the command line; the message is meant for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Reads the studio's command line.
 * @throws UsageError
 */
export function readCommandLine(args: readonly string[]) {
  const { values } = parsed(args)
  const preparing = values['preparing-ms']
  const largest = values['largest-file']
  return {
    port: values.port === undefined ? DEFAULT_PORT : wholeNumber('--port', values.port, 65_535),
    dataDir: values['data-dir'] || defaultDataDir('cuelight-studio'),
    preparingMs: preparing === undefined ? null : wholeNumber('--preparing-ms', preparing, 3_600_000),
    ffmpegDir: values['ffmpeg-dir'] || null,
    sizeLimit: (largest === undefined ? DEFAULT_LARGEST_GB : wholeNumber('--largest-file', largest, 100_000)) * 1e9,
    allowPrivateLinks: values['allow-private-links'] ?? false,
    help: values.help ?? false,
  }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const paths = { 'data-dir': text, 'ffmpeg-dir': text } as const
  const options = {
    port: text,
    ...paths,
    'preparing-ms': text,
    'largest-file': text,
    'allow-private-links': flag,
    help: flag,
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= most) return number
  throw new UsageError(`${option} takes a whole number from 0 to ${most}, not "${text}".`)
}
