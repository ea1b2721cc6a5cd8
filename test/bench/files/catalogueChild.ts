/**
 * A process that serves a catalogue from a data dir: the studio, or only node:sqlite behind node:http. Each message
 * moves its clock forward by a minute, because the budget is real.
 *
 * node catalogueChild.ts studio|bare DATA_DIR
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startStudio } from '../../../electron/studio/studio.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { KEY } from './serving.ts'

const [kind, dataDir = ''] = process.argv.slice(2)
let skipped = 0

if (kind === 'studio') {
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + skipped }
  const { baseUrl } = await startStudio({ port: 0, dataDir, clock, keys: [KEY], log: console.error })
  process.send?.(baseUrl)
} else serveBare()
process.on('message', () => {
  skipped += 61_000
  process.send?.('skipped')
})
process.on('disconnect', () => process.exit(0))

/** The same pages from a straightforward implementation. */
function serveBare(): void {
  const database = new DatabaseSync(join(dataDir, 'studio.db'), { readOnly: true })
  const documents = "SELECT body FROM documents WHERE collection = 'projects'"
  const [projects, project] = [`${documents} LIMIT ? OFFSET ?`, `${documents} AND id = ?`].map((sql) =>
    database.prepare(sql),
  )
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, kind, id] = pathname.split('/')
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)))
    const found = id ? project?.all(id) : projects?.all(limit || 20, offset ?? 0)
    const rows = (kind === 'projects' && found) || pageOf(database, searchParams)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ items: rows.map(({ body }) => JSON.parse(String(body))) }))
  })
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}

function pageOf(database: DatabaseSync, asked: URLSearchParams) {
  const conditions = { type: 'type = ?', folderId: 'folder_id IS ?', search: "folded LIKE '%' || ? || '%'" }
  const given = Object.entries(conditions).filter(([name]) => asked.has(name))
  const where = ['1', ...given.map(([, condition]) => condition)].join(' AND ')
  const values = given.map(([name]) => (asked.get(name) === 'null' ? null : asked.get(name)))
  const sql = `FROM files WHERE ${where}`
  database.prepare(`SELECT count(*) ${sql}`).get(...values)
  const page = database.prepare(`SELECT body ${sql} ORDER BY created_at DESC, id LIMIT 20 OFFSET ?`)
  return page.all(...values, Number(asked.get('offset') ?? 0))
}
