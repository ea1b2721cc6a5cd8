/** The studio's data survives restarts, upgrades, damage and full disks. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Core } from '../../electron/studio/core.ts'
import { startLive } from '../../electron/studio/rules/broadcasts/lives.ts'
import { addDemo } from '../../electron/studio/rules/demo/demo.ts'
import { startScheduler } from '../../electron/studio/scheduler.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, folderForTest } from '../support/atEnd.ts'
import { MAIN } from './processes.ts'
import { expectRefusal, KEY, PREPARING_MS, Rehearsal, remaining, until } from './support.ts'

const OPENING = new URL('../../electron/studio/storage/openDataDir.ts', import.meta.url).href

let dataDir: string
/** What the studios of this test logged. */
let lines: string[]
beforeEach(() => {
  dataDir = folderForTest()
  lines = []
})

async function start(clock = new VirtualClock()): Promise<Rehearsal> {
  const rehearsal = await Rehearsal.start({ dataDir, clock, log: (line) => lines.push(line) })
  atEnd(rehearsal.studio.close)
  return rehearsal
}

/** Changes what is stored without the studio. */
function alter(sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'studio.db'))
  database.exec(sql)
  database.close()
}

describe('a restart', () => {
  it('finds everything unchanged', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    await before.ask('createScene', { projectId, body: { name: 'New', setActive: true } })
    const { id } = await before.ask('createProject', { body: { name: 'Another' } })
    const { key } = (await before.administer('POST', '/keys', {})).body
    const scenes = await before.ask('listScenes', { projectId })
    await before.studio.close()

    const after = await start()
    expect(await after.ask('listScenes', { projectId })).toEqual(scenes)
    expect((await after.ask('listProjects')).total).toBe(3)
    expect(await after.ask('getProject', { projectId: id })).toMatchObject({ name: 'Another' })
    expect((await after.fetch('/account', { key: String(key) })).status).toBe(200)
  })

  it('does not restore what was deleted', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    await before.goLive(projectId)
    await before.ask('stopLive', { projectId })
    await before.studio.close()

    const after = await start()
    expect((await after.ask('getLive', { projectId })).status).toBe('OFFLINE')
    expect((await after.ask('listBroadcasts', { projectId })).total).toBe(1)
  })

  it('while live continues with its clock, and with what was on air', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    const scenes = await before.sceneIds(projectId)
    const liveId = await before.goLive(projectId)
    await before.ask('activateScene', { projectId, sceneId: scenes[2] })
    before.clock.advance(60_000)
    await before.studio.close()

    const after = await start(new VirtualClock(before.clock.now() + 30_000))
    expect(await after.ask('getLive', { projectId })).toMatchObject({
      liveId,
      status: 'LIVE',
      elapsedSeconds: 90,
      remainingSeconds: 7_110,
      onAirSceneId: scenes[0],
      unsyncedEdits: 1,
    })
    after.clock.advance(7_110_000)
    expect((await after.ask('getLive', { projectId })).status).toBe('OFFLINE')
  })

  it('while PREPARING goes LIVE at its time', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    await before.ask('startLive', { projectId })
    await before.studio.close()
    const after = await start(new VirtualClock(before.clock.now() + 1_000))
    expect((await after.ask('getLive', { projectId })).status).toBe('PREPARING')
    after.clock.advance(PREPARING_MS - 1_000)
    expect(await after.ask('getLive', { projectId })).toMatchObject({ status: 'LIVE', elapsedSeconds: 0 })
  })

  it('after the planned end has ended it at that time', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    const { liveId } = await before.ask('startLive', { projectId })
    const liveAt = before.clock.now() + PREPARING_MS
    await before.studio.close()

    const after = await start(new VirtualClock(liveAt + 86_400_000))
    expect((await after.ask('getLive', { projectId })).status).toBe('OFFLINE')
    const { broadcasts } = await after.ask('listBroadcasts', { projectId })
    const endedAt = new Date(liveAt + 7_200_000).toISOString()
    expect(broadcasts).toMatchObject([{ liveId, endedAt, duration: 7_200, status: 'COMPLETED' }])
  })
})

describe('the previous version', () => {
  /** Removes from the database what that version did not have, and restores its version number. */
  function asItWas(): void {
    // That version stored scenes and plays inside their documents.
    for (const [collection, show] of [
      ['projects', 'show'],
      ['lives', 'onAir'],
    ])
      alter(`
        UPDATE documents SET body = json_set(body, '$.${show}.scenes', json((
          SELECT body FROM documents AS part WHERE part.collection = '${collection}.scenes' AND part.id = documents.id)))
          WHERE collection = '${collection}';
        DELETE FROM documents WHERE collection = '${collection}.scenes'`)
    alter(`
      DROP TABLE plays;
      UPDATE documents SET body = json_remove(body, '$.lastLiveId', '$.failing', '$.error', '$.inFile', '$.playing', '$.pluginMode', '$.meanings');
      UPDATE documents SET body = json_remove(body, '$.show.scenes[0].layers[0].items', '$.show.scenes[0].layers[0].hide')
        WHERE collection = 'projects';
      UPDATE documents SET body = '{"id":"local","plan":"Rehearsal","apiAccess":true,"playedFileLog":false}'
        WHERE collection = 'accounts';
      PRAGMA user_version = 1`)
  }

  it('left data that opens completely, and has this version from then on', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    const { key } = await before.told('createKey', { label: 'Tool' })
    const scenes = await before.ask('listScenes', { projectId })
    await before.goLive(projectId)
    await before.ask('stopLive', { projectId })
    const liveId = await before.goLive(projectId)
    const clock = new VirtualClock(before.clock.now())
    await before.studio.close()
    asItWas()

    const after = await start(clock)
    expect(await after.ask('getLive', { projectId })).toMatchObject({ liveId, status: 'LIVE' })
    expect((await after.ask('listBroadcasts', { projectId })).total).toBe(1)
    expect((await after.fetch('/account', { key })).status).toBe(200)
    const rehearsal = await after.told('rehearsal', undefined)
    expect(rehearsal).toMatchObject({ account: 'paid', faults: [], scenario: null, keys: [{ label: 'Tool' }] })
    await after.setFault({ kind: 'stopsByItself' })
    expect(await after.ask('getLive', { projectId })).toMatchObject({ error: expect.stringContaining('by itself') })
    expect(lines).toEqual([])
    expect(storedVersion()).toBe(5)
    expect(await after.ask('listScenes', { projectId })).toEqual(scenes)
  })

  const storedVersion = () => {
    const database = new DatabaseSync(join(dataDir, 'studio.db'))
    const { user_version } = database.prepare('PRAGMA user_version').get() ?? {}
    database.close()
    return user_version
  }
})

describe('a restart of a rehearsal', () => {
  it('finds every fault, its count, and the account unchanged', async () => {
    const before = await start()
    await before.setFault({ kind: 'serverError', times: 5, on: 'reads' })
    await before.setFault({ kind: 'clockJump', ms: -1 })
    await before.told('setAccount', { account: 'noConsent' })
    await before.send('getAccount')
    await before.send('getAccount')
    const { faults } = await before.told('rehearsal', undefined)
    await before.studio.close()

    const after = await start(new VirtualClock(before.clock.now()))
    expect(await after.told('rehearsal', undefined)).toMatchObject({ account: 'noConsent', faults })
    expect(faults.map(({ timesLeft }) => timesLeft).sort()).toEqual([3, null])
    expect((await after.send('getAccount')).status).toBe(503)
  })

  it('continues the scenario where it would be, and catches up on what it missed', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    const liveId = await before.goLive(projectId)
    await before.told('playScenario', { name: 'droppedMidShow' })
    const startedAt = before.clock.now()
    await before.studio.close()

    const after = await start(new VirtualClock(startedAt + 20_000))
    expect(await after.told('rehearsal', undefined)).toMatchObject({ scenario: { startedAt }, faults: [] })
    const endedAt = new Date(startedAt + 5_000).toISOString()
    const { broadcasts } = await after.ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ liveId, endedAt, status: 'ERROR' }])
    after.clock.advance(10_000)
    expect(await after.told('rehearsal', undefined)).toMatchObject({ scenario: null })
  })

  it('ends a fault that was used up and only delayed a response', async () => {
    const before = await start()
    const projectId = await before.fridayNight()
    await before.setFault({ kind: 'hung', on: 'start', times: 1 })
    const answer = expect(before.send('startLive', { projectId })).rejects.toThrow()
    await until(async () => (await before.ask('getLive', { projectId })).status === 'PREPARING')
    await before.studio.close()
    await answer
    const after = await start(new VirtualClock(before.clock.now()))
    expect((await after.told('rehearsal', undefined)).faults).toEqual([])
  })
})

const ITEM = { playlistItemId: 'i', fileId: 'f', name: 'N', duration: 9 }
const withItem = (item: object) =>
  `UPDATE documents SET body = json_set(body, '$[0].layers[0].items[0]', json('${JSON.stringify(item)}'))
    WHERE collection = 'projects.scenes'`

describe('the stored data', () => {
  it('contains no key, only its hash', async () => {
    const rehearsal = await start()
    const { key } = (await rehearsal.administer('POST', '/keys', {})).body
    await rehearsal.studio.close()
    const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'))
    for (const secret of [String(key), KEY, rehearsal.studio.admin.secret]) {
      expect(bytes.some((text) => text.includes(secret))).toBe(false)
    }
  })

  it('damaged, is set aside and reported; the studio starts empty', async () => {
    await (await start()).studio.close()
    writeFileSync(join(dataDir, 'studio.db'), 'this is not a database, and long enough to be looked at'.repeat(100))
    const rehearsal = await start()
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
    expect(lines.join()).toContain('studio.db.damaged-')
    expect(readdirSync(dataDir).some((name) => name.startsWith('studio.db.damaged-'))).toBe(true)
  })

  it.each([
    ['a document that is not one', "UPDATE documents SET body = '{}' WHERE collection = 'projects'"],
    ['half a document', "UPDATE documents SET body = '{' WHERE collection = 'accounts'"],
    ['an item without a file', withItem({ playlistItemId: 'i', name: 'N', duration: 9 })],
    ['an ad break without a length', withItem({ ...ITEM, adPoints: [{ timestamp: 1 }] })],
    ['a project without its scenes', "DELETE FROM documents WHERE collection = 'projects.scenes'"],
    ['an unknown kind', "UPDATE documents SET collection = 'others' WHERE collection = 'accounts'"],
  ])('with %s in it, is set aside too', async (_, sql) => {
    await (await start()).studio.close()
    alter(sql)
    const rehearsal = await start()
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
    expect(lines).toHaveLength(1)
  })

  it.skipIf(process.platform !== 'linux')('is not reported as damaged on a full disk', async () => {
    const first = await start()
    await first.ask('createProject', { body: { name: 'Mine' } })
    await first.studio.close()
    const script = `
      const { openDataDir } = await import(${JSON.stringify(OPENING)})
      try { openDataDir(process.argv[1], 7, console.log); console.log('open') } catch (error) { console.log(error.name, error.errcode) }`
    const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', script, dataDir]
    const { stdout } = spawnSync('prlimit', ['--fsize=0', ...node], { encoding: 'utf8' })
    expect(stdout).not.toContain('Damaged')
    expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([])
    const again = await start()
    expect((await again.ask('listProjects')).total).toBe(3)
  })

  it.skipIf(process.platform !== 'linux')(
    'cannot be opened on a full disk, and the studio says what to do',
    async () => {
      await (await start()).studio.close()
      // Space for four thousand bytes a file: the database fits, but not the index of its log.
      const node = [process.execPath, '--no-warnings', MAIN, '--port', '0', '--data-dir', dataDir]
      const { stderr, status } = spawnSync('prlimit', ['--fsize=4096', ...node], { encoding: 'utf8' })
      const sentence = 'The studio cannot run: the disk of its data is full. Make room, and start it again.'
      expect([stderr.trim(), status]).toEqual([sentence, 1])
      expect((await (await start()).ask('listProjects')).total).toBe(2)
    },
  )

  it('of a later version, is left alone', async () => {
    await (await start()).studio.close()
    alter('PRAGMA user_version = 99')
    await expect(start()).rejects.toThrow('later version')
    expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

describe('a disk that fails', () => {
  /** A core whose storage fails on command. */
  function failing() {
    const opened = openDataDir(null, 0, () => {})
    const disk = { fails: false }
    const written: Parameters<typeof opened.storage.write>[0][] = []
    const write: typeof opened.storage.write = (changes, ...rest) => {
      if (disk.fails) throw new Error('disk full')
      opened.storage.write(changes, ...rest)
      written.push(changes)
    }
    const clock = new VirtualClock()
    return {
      disk,
      clock,
      written,
      core: new Core({ ...opened, storage: { ...opened.storage, write } }, clock, addDemo),
    }
  }
  const friday = (core: Core) =>
    Object.values(core.read().projects).find(({ name }) => name === 'Friday Night')?.id ?? ''

  it('leaves the world as it is stored', () => {
    const { core, disk } = failing()
    const before = core.read()
    disk.fails = true
    expect(() => core.change((draft, moment) => startLive(draft, friday(core), moment))).toThrow('disk full')
    expect(core.read()).toBe(before)
    disk.fails = false
    core.change((draft, moment) => startLive(draft, friday(core), moment))
    expect(Object.keys(core.read().lives)).toHaveLength(1)
  })

  it('still does what is due, reports once that it cannot be stored, and stores it as soon as it can', () => {
    const { core, disk, clock, written } = failing()
    const log = vi.fn()
    const stop = startScheduler(core, clock, log)
    core.change((draft, moment) => startLive(draft, friday(core), moment))
    disk.fails = true
    const before = written.length
    clock.advance(PREPARING_MS + 60_000)
    expect(Object.values(core.read().lives)).toMatchObject([{ status: 'LIVE' }])
    expect(log).toHaveBeenCalledOnce()
    disk.fails = false
    clock.advance(1_000)
    expect(written.slice(before).flat()).toMatchObject([{ collection: 'lives', document: { status: 'LIVE' } }])
    expect(log).toHaveBeenCalledTimes(2)
    stop()
    expect(clock.waiting).toBe(0)
  })

  it('is a 500 that reveals no internals, and is logged', async () => {
    const rehearsal = await start()
    alter('DROP TABLE documents')
    const reply = await rehearsal.try('createProject', { body: { name: 'New' } })
    expectRefusal(reply, 500, 'INTERNAL_ERROR')
    expect(JSON.stringify(reply.body)).not.toMatch(/documents|sqlite/i)
    expect(lines.join()).toContain('documents')
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
  })

  it('still serves every read, ends what runs, and counts the budget of each client', async () => {
    const rehearsal = await start()
    const projectId = await rehearsal.fridayNight()
    await rehearsal.ask('startLive', { projectId })
    await rehearsal.setFault({ kind: 'serverError', on: 'reads', times: 1 })
    const letGo = holdDatabase()
    rehearsal.clock.advance(PREPARING_MS)
    // The count of a fault is stored, too.
    expect((await rehearsal.try('getLive', { projectId })).body.message).toContain('out of order')
    const live = await rehearsal.try('getLive', { projectId })
    expect(live).toMatchObject({ status: 200, body: { status: 'LIVE' } })
    const refused = await rehearsal.try('createProject', { body: { name: 'New' } })
    expectRefusal(refused, 500, 'INTERNAL_ERROR')
    expect(refused.body.message).toContain('another program')
    expect(remaining(refused)).toBe(remaining(live) - 1)
    expect(await rehearsal.ask('stopLive', { projectId })).toMatchObject({ status: 'OFFLINE' })
    expect((await rehearsal.ask('getLive', { projectId })).status).toBe('OFFLINE')
    expect(lines).toHaveLength(1)
    letGo()
    rehearsal.clock.advance(1_000)
    await rehearsal.studio.close()
    expect((await (await start()).ask('getLive', { projectId })).status).toBe('OFFLINE')
  })
})

/** SQLite blocks the whole process while it waits, so a test clock cannot advance meanwhile. */
it('a write waits for another program for 100 ms at most', () => {
  const { storage } = openDataDir(dataDir, 0, () => {})
  atEnd(storage.close)
  expect(storage.database.prepare('PRAGMA busy_timeout').get()?.timeout).toBe(100)
})

/** Another program locks the database, as a backup does. */
function holdDatabase(): () => void {
  const database = new DatabaseSync(join(dataDir, 'studio.db'))
  database.exec('BEGIN IMMEDIATE')
  return () => database.close()
}
