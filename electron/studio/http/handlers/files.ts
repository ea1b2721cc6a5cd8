import { refuseIf } from '../../rules/account/account.ts'
import { Refusal } from '../../rules/world/find.ts'
import { encodingOf, fileRecord, folderRecord, importRecord, listedFile } from '../../views/file.ts'
import type { Call, Handlers } from '../router.ts'

type Names =
  | 'listFiles'
  | 'getFile'
  | 'importFile'
  | 'getImport'
  | 'encodeFiles'
  | 'listEncodes'
  | 'renameFiles'
  | 'listFolders'

export const fileHandlers: Handlers<Names> = {
  listFiles({ core, files, query }) {
    const world = core.read()
    // The query for files that are in no folder (contract notes, "File").
    const folderId = query.folderId === 'null' ? null : query.folderId
    files.catalogue.requireFolder(folderId)
    const { items, total, offset } = files.catalogue.list({ ...query, folderId })
    return { files: items.map((file) => listedFile(world, file, files.encodes.progressOf(file.id))), total, offset }
  },
  async getFile({ core, files, params }) {
    await files.look([params.fileId])
    const file = files.catalogue.file(params.fileId)
    return fileRecord(core.read(), file, files.encodes.progressOf(file.id))
  },
  async importFile({ files, account, body: { url, type, folderId = null } }) {
    refuseIf('storageFull', account)
    const file = await files.arrivals.importLink(url, type, folderId)
    return importRecord(file, files.arrivals.progressOf(file.id))
  },
  getImport({ files, params }) {
    const file = files.catalogue.file(params.fileId)
    return importRecord(file, files.arrivals.progressOf(file.id))
  },
  async encodeFiles({ files, body }) {
    const { queued, skipped } = await files.encodes.queue(body.fileIds)
    return { queued: queued.map((fileId) => ({ fileId, status: 'in_queue' })), skipped }
  },
  listEncodes({ files, query }) {
    const { items, total, offset } = files.catalogue.encodes(query)
    const encodes = items.map((file) => ({
      fileId: file.id,
      name: file.name,
      ...encodingOf(files.encodes.progressOf(file.id)),
    }))
    return { encodes, total, offset }
  },
  renameFiles({ files, body }) {
    const results = files.catalogue.together(() => body.renames.map((one) => renamed(files, one)))
    return {
      renamed: results.flatMap((one) => one.renamed ?? []),
      failed: results.flatMap((one) => one.failed ?? []),
    }
  },
  listFolders({ core, files, query }) {
    const world = core.read()
    const { items, total, offset } = files.catalogue.folders(query)
    return { folders: items.map((folder) => folderRecord(world, folder)), total, offset }
  },
}

type Files = Call<'renameFiles'>['files']

/** A refused rename does not prevent the others. */
function renamed(files: Files, { id, name: wanted }: { id: string; name: string }) {
  try {
    const { name } = files.rename(id, wanted)
    return { renamed: { id, name } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { failed: { id, code: error.code, message: error.message } }
  }
}
