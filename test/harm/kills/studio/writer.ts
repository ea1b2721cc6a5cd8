/**
 * A studio that performs one write after the other, until it is killed. It prints `begin KIND COUNT` before each
 * request and `done KIND COUNT` after its response. Files are imported and encoded meanwhile.
 *
 *   node writer.ts DIR GROUND COUNTS     (both JSON; COUNTS: the last write of each kind)
 */
import { writeSync } from 'node:fs'
import { startStudio } from '../../../../electron/studio/studio.ts'
import { systemClock } from '../../../../electron/util/time.ts'
import { STUDIO_KEY } from '../values.ts'
import { ALL_WRITES, type Ground } from './onAir.ts'
import { asking, Refused } from './writes.ts'

/** Files are imported and encoded once in this many rounds, since external programs take most of the time of a life. */
const FILES_EVERY = 4

const [dataDir = '', ground = '', last = ''] = process.argv.slice(2)
const counts = new Map(Object.entries(JSON.parse(last) as Record<string, number>))

/** Written before this returns: a pipe keeps its content, even after the writer has been killed. */
const say = (what: string) => writeSync(1, `${what}\n`)

say('opening')
const studio = await startStudio({
  ...{ port: 0, dataDir, clock: systemClock, keys: [STUDIO_KEY], files: { allowPrivateLinks: true } },
  log: (line) => say(`log ${line}`),
})
const asked = { ...asking(studio), ...(JSON.parse(ground) as Ground) }
try {
  for (let round = 0; ; round += 1) {
    // They continue while the others are written.
    if (round % FILES_EVERY === 0) for (const kind of ['import', 'encode']) await write(kind)
    for (const kind of Object.keys(ALL_WRITES)) await write(kind)
  }
} catch (error) {
  if (!(error instanceof Refused) || error.code !== 'RATE_LIMITED') throw error
}
// Imports and encodes continue.
say('waiting')
setInterval(() => say('waiting'), 5)

async function write(kind: string): Promise<void> {
  const count = (counts.get(kind) ?? 0) + 1
  counts.set(kind, count)
  say(`begin ${kind} ${count}`)
  if (kind === 'import') return importOne()
  if (kind === 'encode') {
    await asked.ask('POST', '/files/encode', { fileIds: [asked.encodedId] })
    return void say(`done encode ${count}`)
  }
  await ALL_WRITES[kind]?.write(asked, count)
  say(`done ${kind} ${count}`)
}

/** One at a time: the service accepts no import while another one runs. */
async function importOne(): Promise<void> {
  try {
    const { fileId } = await asked.ask('POST', '/files/import', { url: asked.link, type: 'video' })
    say(`done import ${fileId}`)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'TRANSFER_IN_PROGRESS') throw error
  }
}
