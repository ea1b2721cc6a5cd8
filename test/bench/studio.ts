import { rmSync } from 'node:fs'
import { createProject } from '../../electron/studio/rules/projects.ts'
import { createSceneWithPlaylist } from '../../electron/studio/rules/workflow.ts'
import { emptyWorld, type WorldDraft } from '../../electron/studio/rules/world.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { changesBetween } from '../../electron/studio/storage/storage.ts'
import { newDir } from '../fakes/rig.ts'
import { bundled, forkAsShipped } from './children.ts'
import { pageRows, pages, starts } from './files/measure.ts'
import type { Bench } from './rows.ts'

const PROJECTS = 1_000
const SCENES = 6
const ITEMS = 10
const ABOUT = { bench: 'studio', situation: '1,000 projects, 60,000 items' }

/** What a list of documents answers too, and what only a studio knows. */
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

/** The local studio of an account that has made shows for years. */
export const studioBench: Bench = {
  name: 'studio',
  async run() {
    const dataDir = newDir()
    try {
      fill(dataDir)
      const child = await bundled('test/bench/files/catalogueChild.ts')
      const ours = await pages(forkAsShipped(child, ['studio', dataDir]), PAGES)
      const bare = await pages(forkAsShipped(child, ['bare', dataDir]), LISTS)
      const entry = await bundled('electron/studio/main.ts')
      return [
        ...pageRows(ABOUT, 'cuelight', ours, 20),
        ...pageRows(ABOUT, 'node:sqlite + node:http', bare),
        ...(await starts({ ...ABOUT, table: 'documents' }, entry, dataDir)),
      ]
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  },
}

/** Made by the rules, and written as the studio writes it. */
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
