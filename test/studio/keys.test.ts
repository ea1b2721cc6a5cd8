/** Keys of the local studio are created in files, listed and revoked. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderForTest } from '../support/atEnd.ts'
import { expectRefusal, Rehearsal } from './support.ts'

let dataDir: string
let rehearsal: Rehearsal
beforeEach(async () => {
  dataDir = folderForTest()
  rehearsal = await Rehearsal.start({ dataDir, keyFile: join(dataDir, 'studio-key') })
})
afterEach(() => rehearsal.studio.close())

const create = (label: string) => rehearsal.told('createKey', { label, file: true })
const revoke = (keyId: string) => rehearsal.told('revokeKey', undefined, { keyId })
const keys = async () => (await rehearsal.told('rehearsal', undefined)).keys
const keyIn = (file: string | null) => readFileSync(file ?? '', 'utf8').trim()
const statusWith = async (key: string | null) => (await rehearsal.fetch('/account', { key })).status

describe('a key file for the user', () => {
  it('can be read by its user only, and its key is in no response', async () => {
    const reply = await rehearsal.administer('POST', '/keys', { label: 'Desk', file: true })
    expect(reply.body).toEqual({ id: expect.any(String), key: null, file: expect.any(String) })
    const file = String(reply.body.file)
    expect(dirname(file)).toBe(join(dataDir, 'keys'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    expect(keyIn(file)).toMatch(/^svc_[\w-]{32}$/)
    expect(await statusWith(keyIn(file))).toBe(200)
    expect(JSON.stringify(await rehearsal.told('rehearsal', undefined))).not.toContain(keyIn(file))
  })

  it.each(['../../outside', '/etc/passwd', 'Regie № 1', '..', 'NUL:'])(
    'called %j is in the folder of keys, under a name that is safe anywhere',
    async (label) => {
      const { file } = await create(label)
      expect(readdirSync(join(dataDir, 'keys')).map((name) => join(dataDir, 'keys', name))).toEqual([file])
      expect(readdirSync(join(dataDir, 'keys'))[0]).toMatch(/^[A-Za-z0-9-]+\.key$/)
    },
  )

  it('needs a name that is not blank', async () => {
    const reply = await rehearsal.administer('POST', '/keys', { label: '   ', file: true })
    expect(reply.status).toBe(400)
  })

  it('replaces no other key, and is replaced by none', async () => {
    const { id } = await create('Cuelight')
    for (let made = 0; made < 9; made += 1) await rehearsal.told('createKey', { label: 'Cuelight' })
    expect((await keys()).map((key) => key.id)).toContain(id)
    const more = await rehearsal.administer('POST', '/keys', { label: 'Cuelight', file: true })
    expectRefusal(more, 403, 'LIMIT_REACHED')
    expect(readdirSync(join(dataDir, 'keys'))).toHaveLength(1)
  })

  it('is refused by a studio that stores nothing, which then keeps no key', async () => {
    const other = await Rehearsal.start()
    const reply = await other.administer('POST', '/keys', { label: 'Desk', file: true })
    expectRefusal(reply, 400, 'VALIDATION_ERROR', { field: 'file' })
    expect((await other.told('rehearsal', undefined)).keys).toEqual([])
    await other.studio.close()
  })

  it('whose file cannot be written creates no key', async () => {
    writeFileSync(join(dataDir, 'keys'), 'in the way')
    expectRefusal(await rehearsal.administer('POST', '/keys', { label: 'Desk', file: true }), 500, 'INTERNAL_ERROR')
    expect((await keys()).map(({ label }) => label)).toEqual(['Key file'])
  })
})

describe('keys', () => {
  it('cannot have the name of the studio’s own, which would revoke them with it', async () => {
    const reply = await rehearsal.administer('POST', '/keys', { label: 'Key file', file: true })
    expectRefusal(reply, 400, 'VALIDATION_ERROR', { field: 'label' })
  })

  it('are listed, the oldest first, and number ten at most', async () => {
    for (const label of ['One', 'Two', 'Three']) {
      rehearsal.clock.advance(1_000)
      await create(label)
    }
    expect((await keys()).map(({ label }) => label)).toEqual(['Key file', 'One', 'Two', 'Three'])
    for (let made = 4; made < 10; made += 1) await create('More')
    const more = await rehearsal.administer('POST', '/keys', { label: 'x', file: true })
    expectRefusal(more, 403, 'LIMIT_REACHED', { limit: 10 })
  })
})

describe('a revoked key', () => {
  it('is refused from the next request on, its file is gone, and every other one still works', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    const key = keyIn(one.file)
    expect(await revoke(one.id)).toEqual({ label: 'One' })
    expectRefusal(await rehearsal.fetch('/account', { key }), 401, 'INVALID_API_KEY')
    expect(existsSync(String(one.file))).toBe(false)
    expect(await statusWith(keyIn(two.file))).toBe(200)
    await expect(revoke(one.id)).rejects.toThrow('may have been revoked already')
  })

  it('remains revoked over a restart', async () => {
    const { id, key } = await rehearsal.told('createKey', { label: 'Tool' })
    await revoke(id)
    await rehearsal.studio.close()
    rehearsal = await Rehearsal.start({ dataDir })
    expect(await statusWith(key)).toBe(401)
  })

  it('may be the studio’s own: its file is removed too, and the next start makes another', async () => {
    const file = join(dataDir, 'studio-key')
    const key = keyIn(file)
    await revoke((await keys())[0]?.id ?? '')
    expect(await statusWith(key)).toBe(401)
    expect(existsSync(file)).toBe(false)
    await rehearsal.studio.close()
    rehearsal = await Rehearsal.start({ dataDir, keyFile: file })
    expect(keyIn(file)).not.toBe(key)
    expect(await statusWith(keyIn(file))).toBe(200)
  })
})
