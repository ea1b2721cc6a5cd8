/** What an override file may change, and what it may not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { readOverrideFile } from '../../electron/app/overrideFile.ts'
import { OUR_MEANINGS } from '../../shared/contract/meanings.ts'
import { type OperationName, operations } from '../../shared/contract/operations.ts'
import { applyOverride, operationEntries, readOverride } from '../../shared/contract/override.ts'

const names = Object.keys(operations) as OperationName[]
const documented: OperationName[] = ['createProject', 'startLive', 'createScene', 'importFile']
const free = names.filter((name) => !documented.includes(name))

/** The field that is wrong, or `null` if the override is accepted. */
function wrongField(part: Record<string, unknown>): string | null {
  const read = readOverride({ version: 1, ...part })
  return 'invalid' in read ? read.invalid.field : null
}
const stopAt = (path: string, more: object = {}) => wrongField({ operations: { stopLive: { path, ...more } } })

test('a meaning is set by its name, and the others keep our default', () => {
  const read = readOverride({ version: 1, meanings: { switchNeedsSync: 'never', manualEnds: 28_800 } })
  if ('invalid' in read) throw new Error(read.invalid.message)
  const switched = { ...OUR_MEANINGS, switchNeedsSync: 'never', manualEnds: 28_800 }
  expect(applyOverride(read.override).meanings).toEqual(switched)
  expect(wrongField({ meanings: { switchNeedsSync: 'always' } })).toBe('meanings.switchNeedsSync')
})

describe('an operation', () => {
  it('uses the method and path the operator gives, and all others those of the contract', () => {
    const read = readOverride({
      version: 1,
      operations: {
        stopLive: { method: 'PUT', path: '/shows/{projectId}/end' },
        getLive: { path: '/air/{projectId}' },
      },
    })
    if ('invalid' in read) throw new Error(read.invalid.message)
    const table = applyOverride(read.override).operations
    expect(table.stopLive).toEqual({ ...operations.stopLive, method: 'PUT', path: '/shows/{projectId}/end' })
    expect(table.getLive).toEqual({ ...operations.getLive, path: '/air/{projectId}' })
    const entries = operationEntries(table)
    expect(entries.filter((entry) => entry.overridden).map((entry) => entry.name)).toEqual(['getLive', 'stopLive'])
    expect(entries.map((entry) => entry.name)).toEqual(names)
    expect(entries.find((entry) => entry.name === 'stopLive')).toMatchObject({ method: 'PUT', sent: 0, last: null })
  })

  it('without an override is the contract’s', () => {
    expect(applyOverride(null)).toEqual({ operations, keyPrefix: 'svc_', rateHeaders: {}, meanings: OUR_MEANINGS })
    expect(operationEntries(applyOverride(null).operations).some((entry) => entry.overridden)).toBe(false)
  })

  it.each(documented)('that the specification documents cannot be changed: %s', (name) => {
    const { path } = operations[name]
    expect(wrongField({ operations: { [name]: { path } } })).toBe(`operations.${name}`)
    expect(wrongField({ operations: { [name]: {} } })).toBe(`operations.${name}`)
  })

  it('that is unknown is refused', () => {
    for (const name of ['stopEverything', '__proto__', 'constructor', '']) {
      const json = JSON.parse(`{"${name}":{"path":"/x"}}`) as unknown
      expect(wrongField({ operations: json })).toBe(`operations.${name}`)
    }
  })

  it('has no other field to override', () => {
    expect(stopAt('/end/{projectId}', { body: {} })).toBe('operations.stopLive.body')
    expect(wrongField({ operations: { stopLive: '/end' } })).toBe('operations.stopLive')
  })

  it('adds layers at a path that ends in /layers', () => {
    const at = (path: string) => wrongField({ operations: { addLayer: { path } } })
    expect(at('/p/{projectId}/s/{sceneId}/layers')).toBeNull()
    expect(at('/p/{projectId}/s/{sceneId}/playlists')).toBe('operations.addLayer.path')
  })

  it('that only reads remains a read, and one that writes remains a write', () => {
    const with_ = (name: OperationName, method: string) => wrongField({ operations: { [name]: { method } } })
    expect(with_('listBroadcasts', 'POST')).toBeNull()
    expect(with_('getLive', 'DELETE')).toBe('operations.getLive.method')
    expect(with_('stopLive', 'GET')).toBe('operations.stopLive.method')
    expect(with_('stopLive', 'put')).toBe('operations.stopLive.method')
    expect(with_('stopLive', 'TRACE')).toBe('operations.stopLive.method')
  })
})

describe('a path', () => {
  it.each([
    ['without a slash before it', 'stop/{projectId}'],
    ['at another server', '//other.example/{projectId}'],
    ['with a whole address', 'https://other.example/{projectId}'],
    ['that climbs', '/projects/{projectId}/../stop'],
    ['that climbs by its end', '/projects/{projectId}/..'],
    ['that climbs in disguise', '/projects/{projectId}/%2e%2e/stop'],
    ['that stays on the spot', '/projects/./{projectId}'],
    ['with a query', '/stop/{projectId}?now=1'],
    ['with a fragment', '/stop/{projectId}#now'],
    ['with a space', '/stop now/{projectId}'],
    ['with a line break', '/stop/{projectId}\r\nx: y'],
    ['with a backslash', '/stop\\{projectId}'],
    ['with an empty segment', '/stop//{projectId}'],
    ['with a slash at its end', '/stop/{projectId}/'],
    ['without its parameter', '/stop'],
    ['with a foreign parameter', '/stop/{projectId}/{sceneId}'],
    ['with its parameter twice', '/stop/{projectId}/{projectId}'],
    ['with two parameters in one segment', '/stop/{projectId}{projectId}'],
    ['with a brace too many', '/stop/{{projectId}}'],
    ['with a parameter of no name', '/stop/{projectId}/{}'],
    ['beyond ASCII', '/stöp/{projectId}'],
    ['without end', `/${'x'.repeat(300)}/{projectId}`],
    ['of nothing', ''],
  ])('%s is refused', (_, path) => expect(stopAt(path)).toBe('operations.stopLive.path'))

  it.each(['/a/{projectId}', '/{projectId}:stop', '/a-b/v1.2/p-{projectId}/~x@y'])('%s is accepted', (path) =>
    expect(stopAt(path)).toBeNull(),
  )

  it('is the same in two operations of one method, whatever its parameters are called', () => {
    const asStart = { method: 'POST', path: '/projects/{projectId}/live' }
    expect(wrongField({ operations: { stopLive: asStart } })).toBe('operations.stopLive.path')
    const asFile = { path: '/files/{liveId}' }
    expect(wrongField({ operations: { getStatistics: asFile } })).toBe('operations.getStatistics.path')
    // Operations that swap their paths do not collide.
    const [stop, sync] = [operations.syncLive.path, operations.stopLive.path]
    expect(wrongField({ operations: { stopLive: { path: stop }, syncLive: { path: sync } } })).toBeNull()
  })

  it('that collides by its method is reported as such', () => {
    expect(wrongField({ operations: { cancelSchedules: { method: 'POST' } } })).toBe(
      'operations.cancelSchedules.method',
    )
  })
})

describe('header names and the key prefix', () => {
  it('are accepted one by one or as lists, in lower case', () => {
    const read = readOverride({ version: 1, rateHeaders: { limit: 'X-Max', remaining: ['X-Left', 'Left'] } })
    expect(read).toMatchObject({ override: { rateHeaders: { limit: ['x-max'], remaining: ['x-left', 'left'] } } })
  })

  it.each(['', 'x y', 'x:y', 'x\r\ny', 'ü', 'x'.repeat(65), 7, null, [], ['ok', 'not ok']])(
    '%j is no header',
    (name) => expect(wrongField({ rateHeaders: { reset: name } })).toMatch(/^rateHeaders\.reset/),
  )

  it('have one meaning each, and only known ones', () => {
    expect(wrongField({ rateHeaders: { limit: 'X-Rate', remaining: 'x-rate' } })).toBe('rateHeaders.remaining')
    expect(wrongField({ rateHeaders: { left: 'x-left' } })).toBe('rateHeaders.left')
  })

  it('a prefix is 1 to 20 visible characters', () => {
    for (const good of ['k', '$acme-', 'x'.repeat(20)]) expect(wrongField({ keyPrefix: good })).toBeNull()
    for (const bad of ['', 'a b', 'ü', 'x'.repeat(21), '\n', 1])
      expect(wrongField({ keyPrefix: bad })).toBe('keyPrefix')
  })
})

test('needs a version, and allows only known fields', () => {
  expect(readOverride({})).toMatchObject({ invalid: { field: 'version' } })
  expect(readOverride({ version: 2 })).toMatchObject({ invalid: { field: 'version' } })
  expect(wrongField({ baseUrl: 'https://x.example' })).toBe('baseUrl')
  for (const value of [null, [], 'x', 1, undefined]) expect('invalid' in readOverride(value)).toBe(true)
})

test('fields cannot be overridden', () => {
  expect(wrongField({ fields: { liveId: 'id' } })).toBe('fields')
  expect(wrongField({ operations: { getLive: { response: {} } } })).toBe('operations.getLive.response')
})

describe('any content of the file', () => {
  const segment = fc.oneof(
    fc.constantFrom('..', '.', '', '{projectId}', '{sceneId}', '%2e', 'a b', 'live', 'stop?', '#', '{', '}', ':x'),
    fc.string({ maxLength: 6 }),
  )
  const path = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'get', '')
  const overrides = fc.dictionary(
    fc.constantFrom(...free),
    fc.record(
      { method, path: fc.oneof(path, fc.constantFrom(...free.map((name) => operations[name].path))) },
      { requiredKeys: [] },
    ),
    { maxKeys: 4 },
  )

  it('an accepted override leads to the operator’s base URL, with its own parameters, and to one operation', () => {
    let taken = 0
    fc.assert(
      fc.property(overrides, (given) => {
        const read = readOverride({ version: 1, operations: given })
        if ('invalid' in read) {
          expect(read.invalid.field).toMatch(/^operations\./)
          return
        }
        taken += 1
        const table = applyOverride(read.override).operations
        const addresses = names.map((name) => {
          const filled = table[name].path.replace(/\{\w+\}/g, '1')
          const url = new URL(`http://service.example/v1/external${filled}`)
          expect(url.href).toBe(`http://service.example/v1/external${filled}`)
          expect(table[name].path.match(/\{\w+\}/g)?.toSorted()).toEqual(
            operations[name].path.match(/\{\w+\}/g)?.toSorted(),
          )
          return `${table[name].method} ${table[name].path.replace(/\{\w+\}/g, '{}')}`
        })
        expect(new Set(addresses).size).toBe(names.length)
        for (const name of documented) expect(table[name]).toEqual(operations[name])
      }),
      { numRuns: 2_000 },
    )
    // Otherwise this would prove nothing.
    expect(taken).toBeGreaterThan(20)
  })

  it('no value makes it throw', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), fc.anything(), (whole, part) => {
        readOverride(whole)
        readOverride({ version: 1, operations: part, rateHeaders: part })
      }),
      { numRuns: 500 },
    )
  })
})

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuelight-override-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function reading(content: string | Uint8Array) {
  const file = join(dir, 'override.json')
  writeFileSync(file, content)
  return readOverrideFile(file)
}
const GOOD = JSON.stringify({ version: 1, operations: { stopLive: { path: '/end/{projectId}' } } })

it('is in force when it is valid, even with a byte order mark', () => {
  for (const text of [GOOD, `\uFEFF${GOOD}`]) {
    const { file, override, problem } = reading(text)
    expect([file, problem]).toEqual([join(dir, 'override.json'), null])
    expect(override?.operations?.stopLive?.path).toBe('/end/{projectId}')
  }
})

it('is no problem when it does not exist, unless it was requested by name', () => {
  const file = join(dir, 'none.json')
  expect(readOverrideFile(file)).toEqual({ file, override: null, problem: null })
  expect(readOverrideFile(file, true)).toEqual({ file, override: null, problem: 'there is no such file' })
})

it.each([
  ['not JSON', '{"version":1,', 'it is not JSON'],
  ['empty', '', 'it is not JSON'],
  ['no text', Uint8Array.of(0x7b, 0xff, 0x7d), 'it is not UTF-8 text'],
  ['too large', `${GOOD}${' '.repeat(256 * 1024)}`, 'it is larger than 256 kB'],
  ['of another version', '{"version":2}', 'version: '],
])('%s is reported', (_, content, problem) =>
  expect(reading(content)).toMatchObject({ override: null, problem: expect.stringContaining(problem) }),
)

it('is never partly in force: one wrong field disables all of it', () => {
  const operations = { stopLive: { path: '/end/{projectId}' }, getLive: { path: 'air/{projectId}' } }
  const { override, problem } = reading(JSON.stringify({ version: 1, keyPrefix: 'k_', operations }))
  expect(override).toBeNull()
  expect(problem).toBe('operations.getLive.path: must begin with /')
})

it('that is no file, or cannot be read, is reported', () => {
  mkdirSync(join(dir, 'folder'))
  expect(readOverrideFile(join(dir, 'folder')).problem).toBe('it is not a file')
  writeFileSync(join(dir, 'file'), GOOD)
  expect(readOverrideFile(join(dir, 'file', 'inside')).problem).toBe('it cannot be read (ENOTDIR)')
})
