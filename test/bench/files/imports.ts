import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newDir } from '../../fakes/rig.ts'
import { judged, numberAsked, percentile, type Row, rowsOf } from '../rows.ts'
import { KEY, startServing } from './serving.ts'

const USUAL = { rounds: 5, gigabytes: 2 }
const GIGABYTE = 1_000_000_000
/** Watching slows the watched process, so the samples are rare. */
const LOOK_MS = 5

const run = promisify(execFile)

/** Imports from a link on this machine, alternating with curl fetching the same files. `--gigabytes N --rounds N`. */
export async function importRows(entry: string): Promise<Row[]> {
  const gigabytes = numberAsked('--gigabytes', USUAL.gigabytes)
  const rounds = numberAsked('--rounds', USUAL.rounds)
  const dir = newDir()
  const server = await startServer(join(dir, 'head.mp4'))
  const studio = await startStudioProcess(entry, join(dir, 'studio'))
  const ours: { mbPerSecond: number; grownMb: number; highestMb: number }[] = []
  const curl: number[] = []
  try {
    const url = `${server.url}/${gigabytes * GIGABYTE}`
    for (let round = 0; round < rounds; round += 1) {
      process.stderr.write(`files: import ${round + 1} of ${rounds}, ${gigabytes} GB\n`)
      curl.push(await byCurl(url, join(dir, 'curl')))
      ours.push(await studio.import(url))
    }
  } finally {
    await studio.end()
    server.end()
    rmSync(dir, { recursive: true })
  }
  const speeds = ours.map(({ mbPerSecond }) => mbPerSecond)
  const shares = speeds.map((speed, round) => (100 * speed) / (curl[round] ?? Number.NaN))
  const told = `${gigabytes} GB from a link, ${rounds} times`
  const row = rowsOf('files', told, 'cuelight', 0)
  return [
    row('median', percentile(speeds, 0.5), 'MB/s'),
    rowsOf('files', told, 'curl -o', 0)('median', percentile(curl, 0.5), 'MB/s'),
    judged(row('of what curl gets in the same round, median', percentile(shares, 0.5), '%'), { atLeast: 80 }),
    row('resident at most', Math.max(...ours.map(({ highestMb }) => highestMb)), 'MB'),
    judged(row('resident, grown from a tenth to the end', Math.max(...ours.map(({ grownMb }) => grownMb)), 'MB'), {
      atMost: 16,
    }),
  ]
}

async function byCurl(url: string, path: string): Promise<number> {
  const { stdout } = await run('curl', ['-s', '-o', path, '-w', '%{speed_download}', url])
  rmSync(path)
  return Number(stdout) / 1e6
}

async function startServer(head: string) {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=1', '-pix_fmt', 'yuv420p']
  await run('ffmpeg', ['-v', 'error', ...picture, '-movflags', '+faststart', head])
  const child = fork(join(import.meta.dirname, 'zeroServer.ts'), [head])
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, end: () => child.disconnect() }
}

/** The studio as shipped, in its own process. */
async function startStudioProcess(entry: string, dataDir: string) {
  const args = [entry, '--port', '0', '--data-dir', dataDir, '--allow-private-links']
  const { child, baseUrl } = await startServing(args)
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  return {
    async import(url: string) {
      const from = performance.now()
      const body = JSON.stringify({ url, type: 'video' })
      const answer = await fetch(`${baseUrl}/files/import`, { method: 'POST', headers, body })
      const { fileId, progress } = (await answer.json()) as { fileId: string; progress: unknown }
      const path = join(dataDir, 'media', fileId)
      const resident: number[] = []
      for (; !existsSync(path); await pause(LOOK_MS)) {
        if (child.exitCode !== null) throw new Error(`the studio ended: ${progress}`)
        resident.push(residentMb(child))
      }
      const seconds = (performance.now() - from) / 1_000
      const bytes = Number(new URL(url).pathname.slice(1))
      rmSync(path)
      const grownMb = Math.max(...resident.slice(-5)) - (resident[Math.floor(resident.length / 10)] ?? 0)
      return { mbPerSecond: bytes / 1e6 / seconds, grownMb, highestMb: Math.max(...resident) }
    },
    async end(): Promise<void> {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Resident memory of a process, in MB. Linux only. */
export function residentMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
