import { rmSync } from 'node:fs'
import { Catalogue } from '../../../electron/studio/files/catalogue/catalogue.ts'
import type { MediaDocument } from '../../../electron/studio/files/catalogue/document.ts'
import { openDataDir } from '../../../electron/studio/storage/openDataDir.ts'
import { changesBetween } from '../../../electron/studio/storage/storage.ts'
import { newDir } from '../../fakes/rig.ts'
import { demoWorld } from '../../studio/demoWorld.ts'
import { bundled, forkAsShipped } from '../children.ts'
import type { Row } from '../rows.ts'
import { pageRows, pages, starts } from './measure.ts'

const FILES = 100_000
const PROJECTS = 1_000
const ABOUT = { bench: 'files', situation: '100,000 files, 1,000 projects' }

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
}

/** Pages of a full account over HTTP, and how soon a studio with that account responds. */
export async function catalogueRows(entry: string): Promise<Row[]> {
  const dataDir = newDir()
  try {
    fill(dataDir)
    const child = await bundled('test/bench/files/catalogueChild.ts')
    const ours = await pages(forkAsShipped(child, ['studio', dataDir]), PAGES)
    const { folders: _, ...known } = PAGES
    const bare = await pages(forkAsShipped(child, ['bare', dataDir]), known)
    return [
      ...pageRows(ABOUT, 'cuelight', ours, 20),
      ...pageRows(ABOUT, 'node:sqlite + node:http', bare),
      ...(await starts({ ...ABOUT, table: 'files' }, entry, dataDir)),
    ]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Written in the studio's own format. */
function fill(dataDir: string): void {
  const { storage } = openDataDir(dataDir, 0, console.error)
  const { world, demo } = demoWorld()
  for (let at = 0; demo && at < PROJECTS; at += 1) {
    const id = `project${at}`
    world.projects[id] = { ...structuredClone(demo), id, name: `Project ${at}`, createdAt: at }
  }
  storage.write(changesBetween(null, world), [])
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
    ...{ made: null, original: null, isLoudnessAwaited: false },
  }
}
