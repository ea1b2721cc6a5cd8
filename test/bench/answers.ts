import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectPatiently } from '../../electron/core/bridge/socketClient.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { newDir } from '../fakes/rig.ts'
import type { Task, Told } from './answersChild.ts'
import { forkAsShipped } from './children.ts'
import { type Bench, judged, percentile, type Row, rowsOf } from './rows.ts'

const COMMANDS = 100
/** Pause between two commands, in ms. */
const PAUSE_MS = 50

interface Answer {
  status: number
  body: Buffer
}
/** What the service returns for the oversized read. */
type Asked = (query: URLSearchParams) => Answer
interface Case {
  name: string
  list: 'scenes' | 'projects'
  answer: Asked
}

const answerOf = (status: number, body: unknown): Answer => ({ status, body: Buffer.from(JSON.stringify(body)) })
const remembered = (make: () => Answer): Asked => {
  let made: Answer | null = null
  return () => {
    made ??= make()
    return made
  }
}
const scene = (number: number) => ({
  ...{ id: `65f0aabbccddeeff${number}`, name: `Scene ${number}`, isActive: number === 0 },
  layers: [{ id: `l${number}`, name: 'Videos', type: 'videoPlaylist', pinned: false, nextScene: null }],
})
const bare = (number: number) => ({ id: `65f0aabb${number}`, name: `Scene ${number}`, isActive: number === 0 })
const project = (number: number) => ({
  ...{ id: `65f0aabbccddeeff${number}`, name: `Show ${number}`, title: `Evening ${number}`, liveStatus: 'OFFLINE' },
  ...{ description: 'What it is about. '.repeat(20), autoSynch: true, duration: { manual: true } },
  destinations: [{ id: 'd1', provider: 'youtube', name: 'Main Channel', status: 'OFFLINE' }],
})
const pages = (list: Case['list'], total: number, item: (number: number) => unknown): Asked => {
  return (query) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const length = Math.max(0, Math.min(limit, total - offset))
    return answerOf(200, { [list]: Array.from({ length }, (_, index) => item(offset + index)), total, offset })
  }
}
const wide = (bytes: number) => (number: number) => ({ ...scene(number), name: 'n'.repeat(bytes / 100) })

const CASES: readonly Case[] = [
  { name: 'as usual: 20 scenes', list: 'scenes', answer: pages('scenes', 20, scene) },
  {
    name: '20,000 scenes in one page',
    list: 'scenes',
    answer: remembered(() => pages('scenes', 20_000, bare)(new URLSearchParams({ limit: '20000' }))),
  },
  {
    name: 'the longest page that is read: 10,000 scenes',
    list: 'scenes',
    answer: remembered(() => pages('scenes', 10_000, scene)(new URLSearchParams({ limit: '10000' }))),
  },
  { name: '20,000 scenes in 200 pages', list: 'scenes', answer: pages('scenes', 20_000, scene) },
  {
    name: 'an error body of 8 MB',
    list: 'scenes',
    answer: remembered(() => answerOf(500, { error: 'Bad', seen: Array(2_000_000).fill('ab') })),
  },
  { name: 'endless pages of 6 MB', list: 'scenes', answer: pages('scenes', 1e9, wide(6e6)) },
  { name: 'endless pages of 1.5 MB', list: 'projects', answer: pages('projects', 1e9, projectOf(15_000)) },
  { name: '10,000 projects', list: 'projects', answer: pages('projects', 10_000, project) },
]

function projectOf(bytes: number) {
  return (number: number) => ({ ...project(number), description: 'd'.repeat(bytes) })
}

/** A show command of one client while another reads endless responses: from its bytes on the socket to its outcome. */
export const answersBench: Bench = {
  name: 'answers',
  async run() {
    const rows: Row[] = []
    for (const one of CASES) {
      process.stderr.write(`answers: ${one.name}\n`)
      rows.push(...(await measure(one)))
    }
    return rows
  },
}

async function measure({ name, list, answer }: Case): Promise<Row[]> {
  let served = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    request.resume()
    const isAsked = request.method === 'GET' && pathname.endsWith(`/${list}`)
    if (isAsked) served += 1
    reply(response, isAsked ? answer(searchParams) : usual(pathname))
  })
  // A busy core must not lose its connection to a keep-alive timeout as well.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dataDir = newDir()
  const child = forkAsShipped('answersChild.ts')
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/external`
    const reading: CommandInput = list === 'scenes' ? { type: 'refresh' } : { type: 'loadProjects' }
    child.send({ baseUrl, dataDir, reading } satisfies Task)
    await once(child, 'message')
    const times = await press(dataDir, () => child.send('watch'))
    const { longestTurnMs, residentMb } = await tell(child)
    const row = rowsOf('answers', name, 'cuelight', 1)
    return [
      row("another client's show command, p50", percentile(times, 0.5), 'ms'),
      judged(row('p99', percentile(times, 0.99), 'ms'), { atMost: 100 }),
      judged(row('the core busy with one thing, CPU time at most', longestTurnMs, 'ms'), { atMost: 50 }),
      row('resident at most', residentMb, 'MB'),
      row('answers read meanwhile', served),
    ]
  } finally {
    child.disconnect()
    await once(child, 'exit')
    server.closeAllConnections()
    server.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** @param onWarm called after the first commands, which load and compile the code that the later ones use */
async function press(dataDir: string, onWarm: () => void): Promise<number[]> {
  const client = await connectPatiently(socketPath(dataDir), systemClock)
  const times: number[] = []
  for (let count = -10; count < COMMANDS; count++) {
    if (count === 0) onWarm()
    const begun = performance.now()
    const outcome = await client.send({ type: 'sync', projectId: 'p1', liveId: 'l1' })
    if (outcome.result !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`)
    if (count >= 0) times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  client.close()
  return times
}

async function tell(child: ChildProcess): Promise<Told> {
  const answered = once(child, 'message')
  child.send('tell')
  return (await answered)[0]
}

function usual(pathname: string): Answer {
  if (pathname.endsWith('/sync')) return answerOf(200, { success: true, liveId: 'l1' })
  if (pathname.endsWith('/live')) return answerOf(200, { liveId: 'l1', status: 'LIVE', destinations: [] })
  if (pathname.endsWith('/scenes')) return answerOf(200, { scenes: [scene(0)], total: 1 })
  return answerOf(200, { ...project(0), id: 'p1' })
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.on('error', () => {})
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}
