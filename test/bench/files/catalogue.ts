import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Catalogue } from '../../../electron/studio/files/catalogue.ts'
import type { MediaDocument } from '../../../electron/studio/files/document.ts'
import { addDemo } from '../../../electron/studio/rules/demo.ts'
import { emptyWorld, type WorldDraft } from '../../../electron/studio/rules/world.ts'
import { openDataDir } from '../../../electron/studio/storage/openDataDir.ts'
import { changesBetween } from '../../../electron/studio/storage/storage.ts'
import { newDir } from '../../fakes/rig.ts'
import { bundled, forkAsShipped } from '../children.ts'
import { judged, percentile, type Row, rowsOf } from '../rows.ts'
import { KEY, startServing } from './serving.ts'

const FILES = 100_000
const PROJECTS = 1_000
const REQUESTS = 400
/** Fewer than the budget of a minute. */
const A_MINUTE = 100
const STARTS = 7

const PAGES: Readonly<Record<string, string>> = {
  'first page': '/files',
  'offset 99,000': '/files?offset=99000',
  'search, few have it': '/files?search=take+4711',
  'search, many have it': '/files?search=rain&offset=5000',
  'search, none has it': '/files?search=nowhere+to+be+found',
  'one folder': '/files?folderId=folder7',
  'no folder, deep': '/files?folderId=null&offset=40000',
  'one type, deep': '/files?type=audio&offset=9000',
  'search in a folder, of a type': '/files?search=night&folderId=folder7&type=video',
  folders: '/folders',
  projects: '/projects',
  'projects, offset 900': '/projects?offset=900',
}

/** Pages of a full account over HTTP, and how soon a studio that has it answers. */
export async function catalogueRows(entry: string): Promise<Row[]> {
  const dataDir = newDir()
  try {
    fill(dataDir)
    const child = await bundled('test/bench/files/catalogueChild.ts')
    const ours = await pages(forkAsShipped(child, ['studio', dataDir]), PAGES)
    const { folders: _, ...known } = PAGES
    const bare = await pages(forkAsShipped(child, ['bare', dataDir]), known)
    return [
      ...pageRows('cuelight', ours, 20),
      ...pageRows('node:sqlite + node:http', bare),
      ...(await starts(entry, dataDir)),
    ]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Written as the studio writes them. */
function fill(dataDir: string): void {
  const { storage } = openDataDir(dataDir, 0, console.error)
  const world = structuredClone(emptyWorld()) as WorldDraft
  let ids = 0
  addDemo(world, { now: 1, newId: () => `id${ids++}` })
  const [demo] = Object.values(world.projects)
  for (let at = 0; demo && at < PROJECTS; at += 1) {
    const id = `project${at}`
    world.projects[id] = { ...structuredClone(demo), id, name: `Project ${at}`, createdAt: at }
  }
  storage.write(changesBetween(null, world))
  const catalogue = new Catalogue(storage.database)
  catalogue.together(() => {
    for (let at = 0; at < 100; at += 1) {
      catalogue.addFolder({ id: `folder${at}`, name: `Folder ${at}`, type: 'video', createdAt: at })
    }
    for (let at = 0; at < FILES; at += 1) catalogue.add(fileAt(at))
  })
  storage.close()
}

function fileAt(at: number): MediaDocument {
  const word = ['rain', 'night', 'city', 'river', 'opening'][at % 5]
  const metadata = {
    ...{ resolution: '1920x1080', frameRate: 30, bitrateMbps: 6, durationSec: 60 + (at % 600), sizeBytes: 45e6 },
    ...{ videoCodec: 'h264', audioCodec: 'aac', loudnessLufs: null },
  }
  return {
    ...{ id: `file${at}`, name: `${word} take ${at}.mp4`, type: at % 7 ? 'video' : 'audio', createdAt: at >> 3 },
    ...{ folderId: at % 2 ? null : `folder${at % 100}`, status: 'completed', error: null, source: null },
    ...{ linkedPath: null, metadata, issues: { errors: [], warnings: [] }, encodeOrder: null, encodeError: null },
  }
}

/** Times in ms by page, asked in turns. */
async function pages(child: ChildProcess, asked: typeof PAGES): Promise<Map<string, number[]>> {
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

function pageRows(subject: string, times: ReadonlyMap<string, readonly number[]>, atMost?: number): Row[] {
  return [...times].flatMap(([name, ms]) => {
    const row = rowsOf('files', `100,000 files, 1,000 projects: ${name}`, subject, 1)
    const p99 = row('p99', percentile(ms, 0.99), 'ms')
    return [row('median', percentile(ms, 0.5), 'ms'), atMost === undefined ? p99 : judged(p99, { atMost })]
  })
}

/** What anything of this kind costs at least: Node that opens the database and listens. */
const BARE = `
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
const count = new DatabaseSync(process.argv[1] + '/studio.db').prepare('SELECT count(*) FROM files').get()
const server = createServer((_, response) => response.end(JSON.stringify(count)))
server.listen(0, '127.0.0.1', () => console.log('Base URL: http://127.0.0.1:' + server.address().port))
`

async function starts(entry: string, dataDir: string): Promise<Row[]> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let run = 0; run < STARTS; run += 1) {
    bare.push(await start(['--input-type=module', '-e', BARE, dataDir]))
    ours.push(await start([entry, '--port', '0', '--data-dir', dataDir]))
  }
  const told = (subject: string, times: readonly number[]) => {
    const row = rowsOf('files', '100,000 files, 1,000 projects: process start to first answer', subject, 0)
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
