import { join } from 'node:path'
import { isPortRefused } from '../util/pageHeaders.ts'
import { systemClock } from '../util/time.ts'
import { VERSION } from '../util/version.ts'
import { progressIn, removeAddress, socketFile, writeAddress } from './address.ts'
import { turnOverLog } from './logFile.ts'
import type { CommandLine } from './options.ts'
import { markAsideReported } from './storage/openDataDir.ts'
import { type Studio, type StudioOptions, startStudio } from './studio.ts'
import { watchFolder } from './watchFolder.ts'

/** What the process provides to the studio. */
export interface Surroundings {
  readonly args: readonly string[]
  /** The key is removed from it, so that no child process inherits it. */
  readonly env: NodeJS.ProcessEnv
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  /** Calls back when the process is asked to end. */
  readonly onEnd: (end: () => void) => void
}

/** Runs the studio of a data dir until the process is asked to end. The caller holds the data dir's lock. */
export async function serveUntilEnd(
  line: CommandLine,
  key: string | null,
  surroundings: Surroundings,
): Promise<void> {
  const ended = Promise.withResolvers<void>()
  surroundings.onEnd(ended.resolve)
  const studio = await startOnSomePort(optionsOf(line, key, surroundings, ended.resolve), surroundings.say)
  const stopWatching = watchFolder(line.dataDir, systemClock, () => {
    surroundings.complain('The folder of this studio is gone, so nobody could find it any more: it ends.')
    ended.resolve()
  })
  try {
    publish(line.dataDir, studio)
    announce(line.dataDir, studio, key, surroundings.say)
    await ended.promise
  } finally {
    stopWatching()
    removeAddress(line.dataDir)
    await studio.close()
  }
  surroundings.say('The studio has ended.')
}

function optionsOf(
  line: CommandLine,
  key: string | null,
  { complain }: Surroundings,
  onQuit: () => void,
): StudioOptions {
  const own = key === null ? { keyFile: keyFileIn(line.dataDir) } : { keys: [key] }
  const timings = line.preparingMs === null ? {} : { timings: { preparingMs: line.preparingMs } }
  const { dataDir, ffmpegDir, sizeLimit, allowPrivateLinks } = line
  const files = { ffmpegDir, sizeLimit, allowPrivateLinks }
  return {
    ...own,
    ...timings,
    files,
    port: line.port,
    socket: socketFile(dataDir),
    dataDir,
    clock: systemClock,
    onProgress: progressIn(dataDir, systemClock),
    log(line) {
      turnOverLog(dataDir, process.stderr.fd)
      complain(line)
    },
    onQuit,
  }
}

/** If the port cannot be had, prints that and takes another one: a rehearsal must not fail because of a port number. */
async function startOnSomePort(options: StudioOptions, say: (line: string) => void): Promise<Studio> {
  try {
    return await startStudio(options)
  } catch (error) {
    if (!isPortRefused(error)) throw error
    say(`Port ${options.port} cannot be had: taking another one.`)
    return startStudio({ ...options, port: 0 })
  }
}

function publish(dataDir: string, { baseUrl, admin, setAside }: Studio): void {
  const startedAt = new Date(systemClock.now()).toISOString()
  const address = { baseUrl, adminUrl: admin.url, adminSecret: admin.secret, socket: socketFile(dataDir) }
  writeAddress(dataDir, { pid: process.pid, ...address, startedAt, version: VERSION, setAside })
  markAsideReported(dataDir)
}

const keyFileIn = (dataDir: string) => join(dataDir, 'studio-key')

function announce(
  dataDir: string,
  { baseUrl, isRehearsal }: Studio,
  key: string | null,
  say: (line: string) => void,
): void {
  const what = isRehearsal
    ? 'REHEARSAL: nothing is broadcast.'
    : 'Projects with a server of yours or the watch page are broadcast.'
  say(`Cuelight local studio. ${what}`)
  say(`Base URL: ${baseUrl}`)
  say(key ? 'It accepts the key of CUELIGHT_API_KEY.' : `Its key is in ${keyFileIn(dataDir)} (readable by you only).`)
}
