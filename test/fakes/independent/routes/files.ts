import { assertLink, beginImport, factsOf, fileOf, queueEncode } from '../library.ts'
import { encodeView, fileView, folderView, importView } from '../mediaViews.ts'
import {
  type Answer,
  assertQuery,
  fieldsOf,
  given,
  invalid,
  objects,
  oneOf,
  Refusal,
  text,
  texts,
} from '../refusal.ts'
import type { World } from '../world.ts'
import { type Call, newestFirst, ok, page, type Route } from './call.ts'

export const fileRoutes: Route[] = [
  { method: 'GET', pattern: '/files', handle: list },
  { method: 'PATCH', pattern: '/files', handle: rename },
  { method: 'POST', pattern: '/files/import', handle: importOne },
  { method: 'GET', pattern: '/files/encode', handle: listEncodes },
  { method: 'POST', pattern: '/files/encode', handle: encode },
  { method: 'GET', pattern: '/files/:file', handle: read },
  { method: 'GET', pattern: '/files/:file/import', handle: readImport },
  { method: 'GET', pattern: '/folders', handle: listFolders },
]

const TYPES = ['video', 'audio', 'image']
const accepted = (body: object): Answer => ({ status: 202, body })
const typeIn = (query: URLSearchParams) => given(query.get('type') ?? undefined, (type) => oneOf(type, 'type', TYPES))

function list(call: Call): Answer {
  const { world, query } = call
  assertQuery(query, ['type', 'folderId', 'search', 'limit', 'offset'])
  const type = typeIn(query)
  const search = given(query.get('search') ?? undefined, searched)
  const folder = query.get('folderId')
  if (folder !== null && folder !== 'null') assertFolder(world, folder)
  const found = world.files.filter(
    (file) =>
      !file.isGroup &&
      (type === undefined || file.type === type) &&
      (folder === null || (file.folderId ?? 'null') === folder) &&
      (search === undefined || alike(file.facts.name).includes(search)),
  )
  return page(call, 'files', found.sort(newestFirst), (file) => fileView(world, file))
}

/** No name contains a control character, so no part of one does. */
function searched(value: unknown): string {
  const search = text(value, 'search', 3, 100)
  if (/\p{Control}/u.test(search)) throw invalid('search', 'what can stand in a name')
  return alike(search)
}

/** Upper and lower case, composed and decomposed characters count as equal in a search. */
const alike = (name: string) => name.normalize('NFC').toLowerCase()

function assertFolder(world: World, id: string): void {
  if (world.folders.some((folder) => folder.id === id)) return
  throw new Refusal('FOLDER_NOT_FOUND', `There is no folder ${id}.`)
}

function read({ world, params }: Call): Answer {
  return ok(fileView(world, fileOf(world, params.file ?? ''), 'whole'))
}

function importOne({ world, body }: Call): Answer {
  const fields = fieldsOf(body, ['url', 'type', 'folderId'])
  const link = text(fields.url, 'url', 1, 4000)
  const type = oneOf(fields.type, 'type', TYPES)
  const folder = given(fields.folderId, (id) => text(id, 'folderId', 1, 200)) ?? null
  assertLink(world, link)
  if (folder !== null) assertFolder(world, folder)
  return accepted(importView(world, beginImport(world, type, folder, factsOf(world, link))))
}

function readImport({ world, params }: Call): Answer {
  const found = world.files.find(({ id }) => id === params.file)
  if (!found) throw new Refusal('FILE_NOT_FOUND', `Nothing was imported as ${params.file}.`)
  return ok(importView(world, found))
}

function listEncodes(call: Call): Answer {
  assertQuery(call.query, ['limit', 'offset'])
  return page(call, 'encodes', call.world.encodes, (encode) => encodeView(call.world, encode))
}

function encode({ world, body }: Call): Answer {
  const ids = texts(fieldsOf(body, ['fileIds']).fileIds, 'fileIds', 1, 100)
  const results = ids.map((fileId) => ({ fileId, reason: queueEncode(world, fileId) }))
  const queued = world.encodes.filter(({ fileId }) => results.some((one) => one.fileId === fileId && !one.reason))
  return accepted({
    queued: queued.map(({ fileId, startedAt }) => ({
      fileId,
      status: startedAt === null ? 'in_queue' : 'in_progress',
    })),
    skipped: results.filter(({ reason }) => reason !== null),
  })
}

/** Each on its own: a refused name does not prevent the others. */
function rename({ world, body }: Call): Answer {
  const renamed: object[] = []
  const failed: object[] = []
  const rows = objects(fieldsOf(body, ['renames']).renames, 'renames', 1, 1000).map((row) => ({
    id: text(row.id, 'renames.id', 1, 200),
    name: text(row.name, 'renames.name', 0, Number.POSITIVE_INFINITY),
  }))
  for (const { id, name } of rows) {
    try {
      const file = fileOf(world, id)
      file.facts = { ...file.facts, name: text(name, 'name', 1, 255) }
      renamed.push({ id, name })
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure
      failed.push({ id, code: failure.code, message: failure.message })
    }
  }
  return ok({ renamed, failed })
}

function listFolders(call: Call): Answer {
  const { world, query } = call
  assertQuery(query, ['type', 'limit', 'offset'])
  const type = typeIn(query)
  const found = world.folders.filter((folder) => type === undefined || folder.type === type).sort(newestFirst)
  return page(call, 'folders', found, (folder) => folderView(world, folder))
}
