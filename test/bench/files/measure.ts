/** Pages of a server, requested alternately, and the server's startup time. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { judged, percentile, type Row, rowsOf } from '../rows.ts'
import { KEY, startServing } from './serving.ts'

const REQUESTS = 400
/** Fewer than the budget of a minute. */
const A_MINUTE = 100
const STARTS = 7

interface About {
  readonly bench: string
  readonly situation: string
}
/** In ms, by page. */
type Times = ReadonlyMap<string, readonly number[]>

/** Times in ms by page, requested alternately. */
export async function pages(child: ChildProcess, asked: Readonly<Record<string, string>>): Promise<Times> {
  const [baseUrl] = await once(child, 'message')
  const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]))
  let count = 0
  for (let round = 0; round < REQUESTS; round += 1) {
    for (const [name, path] of Object.entries(asked)) {
      if (count++ % A_MINUTE === 0) await skip(child)
      const from = performance.now()
      const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${KEY}` } })
      await answer.text()
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
      times.get(name)?.push(performance.now() - from)
    }
  }
  child.disconnect()
  return times
}

async function skip(child: ChildProcess): Promise<void> {
  child.send('a minute')
  await once(child, 'message')
}

/** One row for the median and one for the 99th percentile of each page. */
export function pageRows(about: About, subject: string, times: Times, atMost?: number): Row[] {
  return [...times].flatMap(([name, ms]) => {
    const row = rowsOf(about.bench, `${about.situation}: ${name}`, subject, 1)
    const p99 = row('p99', percentile(ms, 0.99), 'ms')
    return [row('median', percentile(ms, 0.5), 'ms'), atMost === undefined ? p99 : judged(p99, { atMost })]
  })
}

/** The minimum cost of such a server: Node that opens the database and listens. */
const BARE = `
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
const count = new DatabaseSync(process.argv[1] + '/studio.db').prepare('SELECT count(*) FROM ' + process.argv[2]).get()
const server = createServer((_, response) => response.end(JSON.stringify(count)))
server.listen(0, '127.0.0.1', () => console.log('Base URL: http://127.0.0.1:' + server.address().port))
`

/** Startup time of the studio on a data dir, and of a bare server that opens the same database. */
export async function starts(about: About & { table: string }, entry: string, dataDir: string): Promise<Row[]> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let run = 0; run < STARTS; run += 1) {
    bare.push(await start(['--input-type=module', '-e', BARE, dataDir, about.table]))
    ours.push(await start([entry, '--port', '0', '--data-dir', dataDir]))
  }
  const told = (subject: string, times: readonly number[]) => {
    const row = rowsOf(about.bench, `${about.situation}: process start to first answer`, subject, 0)
    return [row('median', percentile(times, 0.5), 'ms'), row('max', Math.max(...times), 'ms')] as const
  }
  const [median, max] = told('cuelight', ours)
  return [median, judged(max, { atMost: 500 }), ...told('node:sqlite + node:http', bare)]
}

async function start(args: readonly string[]): Promise<number> {
  const from = performance.now()
  const { baseUrl, child } = await startServing(args)
  await (await fetch(`${baseUrl}/projects`, { headers: { authorization: `Bearer ${KEY}` } })).text()
  const ms = performance.now() - from
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}
