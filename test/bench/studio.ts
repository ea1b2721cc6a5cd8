import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_PLAYS } from '../../electron/studio/rules/broadcasts/played.ts'
import { createProject } from '../../electron/studio/rules/projects/projects.ts'
import { createSceneWithPlaylist } from '../../electron/studio/rules/projects/workflow.ts'
import { emptyWorld, type WorldDraft } from '../../electron/studio/rules/world/world.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { changesBetween } from '../../electron/studio/storage/storage.ts'
import { newDir } from '../fakes/rig.ts'
import { demoWorld } from '../studio/demoWorld.ts'
import { bundled, forkAsShipped } from './children.ts'
import { residentMb } from './files/imports.ts'
import { pageRows, pages, starts } from './files/measure.ts'
import { KEY, startServing } from './files/serving.ts'
import { type Bench, judged, type Row, rowsOf } from './rows.ts'

const PROJECTS = 1_000
const SCENES = 6
const ITEMS = 10
const BROADCASTS = 1_000
const PAST = { bench: 'studio', situation: '1,000 broadcasts, 2,000 plays each' }
const ABOUT = { bench: 'studio', situation: '1,000 projects, 60,000 items' }

/** Lists that any document server has too, and those only a studio has. */
const LISTS: Readonly<Record<string, string>> = {
  'first page': '/projects',
  '100 from 900 on': '/projects?limit=100&offset=900',
  'one project': '/projects/project500',
}
const PAGES: Readonly<Record<string, string>> = {
  ...LISTS,
  'those that are live': '/projects?status=live',
  scenes: '/projects/project500/scenes',
  'what runs': '/projects/project500/live',
}

/** The local studio of an account with years of shows. */
export const studioBench: Bench = {
  name: 'studio',
  async run() {
    const entry = await bundled('electron/studio/main.ts')
    return [
      ...(await inDir((dataDir) => showRows(entry, dataDir))),
      ...(await inDir((dataDir) => pastRows(entry, dataDir))),
    ]
  },
}

async function inDir(measure: (dataDir: string) => Promise<Row[]>): Promise<Row[]> {
  const dataDir = newDir()
  try {
    return await measure(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function showRows(entry: string, dataDir: string): Promise<Row[]> {
  fill(dataDir)
  const child = await bundled('test/bench/files/catalogueChild.ts')
  const ours = await pages(forkAsShipped(child, ['studio', dataDir]), PAGES)
  const bare = await pages(forkAsShipped(child, ['bare', dataDir]), LISTS)
  return [
    ...pageRows(ABOUT, 'cuelight', ours, 20),
    ...pageRows(ABOUT, 'node:sqlite + node:http', bare),
    ...(await starts({ ...ABOUT, table: 'documents' }, entry, dataDir)),
  ]
}

/** Size on disk and in memory, and startup time, of a studio that has broadcast for years. */
async function pastRows(entry: string, dataDir: string): Promise<Row[]> {
  fillPast(dataDir)
  const row = rowsOf(PAST.bench, PAST.situation, 'cuelight', 0)
  const { child, baseUrl } = await startServing([entry, '--port', '0', '--data-dir', dataDir])
  await (await fetch(`${baseUrl}/projects`, { headers: { authorization: `Bearer ${KEY}` } })).text()
  const resident = residentMb(child)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return [
    judged(row('database', statSync(join(dataDir, 'studio.db')).size / 1e6, 'MB'), { atMost: 50 }),
    judged(row('resident', resident, 'MB'), { atMost: 150 }),
    ...(await starts({ ...PAST, table: 'plays' }, entry, dataDir)),
  ]
}

/** Each broadcast in the form its end leaves it in. */
function fillPast(dataDir: string): void {
  const { storage } = openDataDir(dataDir, 0, console.error)
  const { world, demo } = demoWorld()
  const play = {
    fileId: 'f'.repeat(24),
    fileName: 'A name of usual length.mp4',
    sceneName: 'Opening',
    startedAt: 0,
    stoppedAt: 1,
  }
  storage.write(changesBetween(null, world), [])
  for (let at = 0; demo && at < BROADCASTS; at += 1) {
    const liveId = `${at}`.padStart(24, '0')
    const plays = Array.from({ length: MOST_PLAYS }, (_, nr) => ({
      liveId,
      play: { ...play, startedAt: at * 1e7 + nr * 1e3 },
    }))
    const times = { startedAt: at, liveAt: at, endedAt: at, status: 'COMPLETED', stopInitiator: 'user' } as const
    const broadcast = { liveId, projectId: demo.id, ...times, error: null, destinations: [], audience: 0 }
    storage.write(
      [
        { collection: 'broadcasts', id: liveId, document: broadcast },
        { collection: 'played', id: liveId, document: { earlier: MOST_PLAYS, plays: [] } },
      ],
      plays,
    )
  }
  storage.close()
}

/** Built by the rules, and written in the studio's own format. */
function fill(dataDir: string): void {
  const { storage } = openDataDir(dataDir, 0, console.error)
  const world = structuredClone(emptyWorld()) as WorldDraft
  let ids = 0
  const media = (id: string) => ({ id, name: `${id}.mp4`, type: 'video', durationSec: 60, errors: [] }) as const
  const moment = { now: 1, newId: () => `id${ids++}`, media }
  const made = createProject(world, { name: 'Show', duration: { manual: true } }, moment)
  const files = Array.from({ length: ITEMS }, (_, at) => ({ fileId: `file${at}` }))
  for (let at = 0; at < SCENES; at += 1) {
    createSceneWithPlaylist(world, made, { sceneName: `Scene ${at}`, files }, moment)
  }
  const show = JSON.stringify(world.projects[made])
  for (let at = 0; at < PROJECTS; at += 1) {
    const id = `project${at}`
    world.projects[id] = { ...JSON.parse(show), id, name: `Show ${at}`, createdAt: at }
  }
  storage.write(changesBetween(null, world), [])
  storage.close()
}
