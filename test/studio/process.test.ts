/** The local studio as a process: its start, files, signals and command line. */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, systemFreeBytes } from '../../electron/studio/files/catalogue/place.ts'
import { logFileIn, openLog } from '../../electron/studio/logFile.ts'
import { readCommandLine, USAGE } from '../../electron/studio/options.ts'
import { VERSION } from '../../electron/util/version.ts'
import { ask, keyIn, StudioProcess, temporaryDir } from './processes.ts'

let directory: ReturnType<typeof temporaryDir>
const started: StudioProcess[] = []
beforeEach(() => {
  directory = temporaryDir()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.kill('SIGKILL')))
  directory.remove()
})

function run(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}, log?: number): StudioProcess {
  const studio = new StudioProcess(directory.path, args, env, log)
  started.push(studio)
  return studio
}

/** Files that other users could read. */
const openToOthers = (dir: string): string[] =>
  readdirSync(dir).filter((name) => statSync(join(dir, name)).mode & 0o077)

async function firstProject(address: { baseUrl: string }, key: string): Promise<string> {
  const { body } = await ask(address, key, 'GET', '/projects')
  return (body.projects as { id: string }[])[0]?.id ?? ''
}

describe('the process', () => {
  it('shows at its start that it makes progress', async () => {
    await run().address()
    await started[0]?.kill('SIGKILL')
    const lock = join(directory.path, 'studio.lock')
    utimesSync(lock, 1, 1)
    await run().address()
    expect(statSync(lock).mtimeMs).toBeGreaterThan(1_000)
  })

  it('prints its address and the place of its key, and never the key', async () => {
    const studio = run()
    const address = await studio.address()
    const key = keyIn(directory.path)
    expect(studio.output).toContain(`Base URL: ${address.baseUrl}`)
    expect(studio.output).toContain('nothing is broadcast')
    expect(studio.output).toContain(join(directory.path, 'studio-key'))
    expect(studio.output).not.toContain(key)
    expect(studio.output).not.toContain(address.adminSecret)
    expect((await ask(address, key, 'GET', '/account')).status).toBe(200)
  })

  it('makes its files readable to its user only', async () => {
    const address = await run().address()
    for (const name of ['studio-key', 'studio.json']) {
      expect(statSync(join(directory.path, name)).mode & 0o777).toBe(0o600)
    }
    expect(address).toMatchObject({ version: VERSION, adminUrl: new URL('/admin', address.baseUrl).href })
  })

  it.skipIf(process.platform === 'win32')(
    'does so whatever the umask, in a folder that others may read',
    async () => {
      chmodSync(directory.path, 0o755)
      const umask = process.umask(0)
      const studio = run()
      process.umask(umask)
      const address = await studio.address()
      await ask(address, keyIn(directory.path), 'POST', '/projects', { name: 'Show' })
      expect(openToOthers(directory.path)).toEqual([])

      await studio.kill('SIGKILL')
      for (const name of ['studio.db', 'studio.db-wal', 'studio.db-shm']) chmodSync(join(directory.path, name), 0o644)
      await run().address()
      expect(openToOthers(directory.path)).toEqual([])
    },
  )

  it('closes the folder of its media to others, even if it was open', () => {
    const media = join(directory.path, 'media')
    mkdirSync(media, { mode: 0o755 })
    createPlace(directory.path, systemFreeBytes, () => {}).whole('file')
    expect(statSync(media).mode & 0o777).toBe(0o700)
  })

  it('keeps its key over a restart, and makes a new one when its file is lost', async () => {
    const first = run()
    await first.address()
    const key = keyIn(directory.path)
    await first.kill('SIGTERM')
    const second = run()
    await second.address()
    expect(keyIn(directory.path)).toBe(key)
    await second.kill('SIGTERM')

    rmSync(join(directory.path, 'studio-key'))
    const address = await run().address()
    expect((await ask(address, key, 'GET', '/account')).status).toBe(401)
    expect((await ask(address, keyIn(directory.path), 'GET', '/account')).status).toBe(200)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s', async (signal) => {
    const studio = run()
    const address = await studio.address()
    await ask(address, keyIn(directory.path), 'GET', '/account')
    expect(await studio.kill(signal)).toBe(0)
    expect(existsSync(join(directory.path, 'studio.json'))).toBe(false)
    expect(studio.output).toContain('has ended')
  })

  it('ends cleanly when its administration is asked to', async () => {
    const studio = run()
    const { adminUrl, adminSecret } = await studio.address()
    const headers = { authorization: `Bearer ${adminSecret}` }
    expect((await fetch(`${adminUrl}/quit`, { method: 'POST', headers })).status).toBe(200)
    expect(await studio.exit).toBe(0)
    expect(existsSync(join(directory.path, 'studio.json'))).toBe(false)
  })

  it('accepts the key of its environment for this run, without storing it', async () => {
    const studio = run([], { CUELIGHT_API_KEY: 'svc_from-the-environment' })
    const address = await studio.address()
    expect((await ask(address, 'svc_from-the-environment', 'GET', '/account')).status).toBe(200)
    expect(studio.output).toContain('CUELIGHT_API_KEY')
    expect(studio.output).not.toContain('svc_')
    expect(existsSync(join(directory.path, 'studio-key'))).toBe(false)
    await studio.kill('SIGTERM')
    const again = await run().address()
    expect((await ask(again, 'svc_from-the-environment', 'GET', '/account')).status).toBe(401)
  })

  it('refuses an invalid key of its environment, without repeating it', async () => {
    const studio = run([], { CUELIGHT_API_KEY: 'sk-something-secret' })
    expect(await studio.exit).toBe(2)
    expect(studio.output).toContain('must begin with svc_')
    expect(studio.output).not.toContain('something-secret')
  })

  it('started a second time names the first one and ends', async () => {
    const address = await run().address()
    const second = run()
    expect(await second.exit).toBe(0)
    expect(second.output).toContain(address.baseUrl)
    expect(second.output).toContain(`process ${address.pid}`)
    expect((await ask(address, keyIn(directory.path), 'GET', '/account')).status).toBe(200)
  })

  it('rotates its log while it runs, when that has become long and there is more to write', async () => {
    const log = openLog(directory.path)
    const file = logFileIn(directory.path)
    const long = 'said in the weeks before\n'.repeat(50_000)
    const address = await run([], {}, log).address()
    writeSync(log, long)
    closeSync(log)
    const database = new DatabaseSync(join(directory.path, 'studio.db'))
    database.exec('DROP TABLE documents')
    database.close()
    const { status } = await ask(address, keyIn(directory.path), 'POST', '/projects', { name: 'New' })
    expect(status).toBe(500)
    expect(readFileSync(file, 'utf8')).toMatch(/^[^\n]*documents/)
    expect(readFileSync(`${file}.1`, 'utf8')).toContain(long)
  })

  it('uses another port when its own is taken, and says so', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const studio = run(['--port', String(port)])
    const { baseUrl } = await studio.address()
    expect(studio.output).toContain(`Port ${port} cannot be had`)
    expect(new URL(baseUrl).port).not.toBe(String(port))
    other.close()
  })

  it.each([
    [['--port', 'x'], '--port'],
    [['--port', '70000'], '--port'],
    [['--largest-file', 'all'], '--largest-file'],
    [['--nonsense'], '--nonsense'],
    [['extra'], 'extra'],
  ])('refuses %j with its usage', async (args, named) => {
    const studio = run(args)
    expect(await studio.exit).toBe(2)
    expect(studio.output).toContain(named)
    expect(studio.output).toContain('Usage: studio')
  })
})

describe('killed without warning', () => {
  it('while live, it continues after a restart', async () => {
    const first = run(['--preparing-ms', '10'])
    const before = await first.address()
    const key = keyIn(directory.path)
    const projectId = await firstProject(before, key)
    const { liveId } = (await ask(before, key, 'POST', `/projects/${projectId}/live`)).body
    await first.kill('SIGKILL')
    expect(existsSync(join(directory.path, 'studio.json'))).toBe(true)

    const after = await run().address()
    const { body } = await ask(after, key, 'GET', `/projects/${projectId}/live`)
    expect(body).toMatchObject({ liveId, status: 'LIVE' })
    expect((await ask(after, key, 'POST', `/projects/${projectId}/live/stop`)).body).toMatchObject({ liveId })
  })
})

describe('the command line', () => {
  it('has a fixed port and folder by default', () => {
    const line = readCommandLine([])
    expect(line).toMatchObject({ port: 4718, preparingMs: null, help: false })
    expect(line.dataDir).toContain('cuelight-studio')
  })

  it('explains the options for files, and accepts them', () => {
    const files = ['--ffmpeg-dir', '/opt/ffmpeg', '--largest-file', '2', '--allow-private-links']
    expect(readCommandLine(files)).toMatchObject({
      ffmpegDir: '/opt/ffmpeg',
      sizeLimit: 2e9,
      allowPrivateLinks: true,
    })
    expect(readCommandLine([])).toMatchObject({ ffmpegDir: null, sizeLimit: 50e9, allowPrivateLinks: false })
    for (const option of files.filter((word) => word.startsWith('--'))) expect(USAGE).toContain(option)
  })

  it('shows the version of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(VERSION).toBe(version)
  })
})
