/** What others do with the account's files and playlists meanwhile. None of this costs quota or is recorded. */
import { edited } from './air.ts'
import { itemsOf } from './layers.ts'
import { beginImport, endEncode, endImport, factsOf, fileOf, newFile } from './library.ts'
import type { Facts } from './media.ts'
import { type Item, layerOf, type World } from './world.ts'

/** An item written by another client: an existing one, or a newly added file. */
type Placed = Pick<Item, 'fileId'> & Partial<Item>

/** What happens to files and lists without the client. */
export function libraryControls(world: World) {
  const file = (id: string) => {
    const found = world.files.find((one) => one.id === id)
    if (!found) throw new Error(`nothing was imported as ${id}`)
    return found
  }
  return {
    /** Sets what a link leads to: its length, what is wrong with it, when its import fails, several videos. */
    linkLeadsTo: (link: string, facts: Partial<Facts>): void => void world.links.set(link, facts),
    /** Someone begins an import in the studio. */
    importElsewhere: (link: string): string => beginImport(world, 'video', null, factsOf(world, link)).id,
    /** The running import fails at this percentage; if that has passed, it fails at once. */
    importFails(fileId: string, atPercent = 60, error = 'The link broke.'): void {
      const found = file(fileId)
      found.facts = { ...found.facts, fails: { atPercent, error } }
    },
    /** The user ends an import: it never continues. */
    stopImport: (fileId: string): void => endImport(world, file(fileId), 'stopped'),
    /** The running encode is removed from the list, and the file is unchanged. */
    encodeVanishes: (): void => endEncode(world, world.now(), false),
    /** The project is an overlay of broadcasting software from now on. */
    setPluginMode(projectId: string): void {
      world.project(projectId).pluginMode = true
    },
    /** Adds a good video of this many seconds (null: unknown) with the given id, without an import. */
    addFile(id: string, seconds: number | null): void {
      const facts = { name: `${id}.mp4`, seconds, sizeBytes: 1_000_000, errors: [], warnings: [] }
      newFile(world, 'video', null, facts).id = id
    },
    addFolder(name: string): string {
      const folder = { id: world.newId('fold'), name, type: 'video', createdAt: world.now() }
      world.folders.push(folder)
      return folder.id
    },
    moveFile(fileId: string, folderId: string | null): void {
      fileOf(world, fileId).folderId = folderId
    },
    removeFile(fileId: string): void {
      const gone = fileOf(world, fileId)
      world.files = world.files.filter((one) => one !== gone)
    },
    /** Another client writes a playlist: all its items are new. */
    changePlaylist(projectId: string, layerId: string, change: (items: readonly Item[]) => readonly Placed[]): void {
      const project = world.project(projectId)
      const { layer } = layerOf(project, layerId)
      const rows = change(layer.items).map(({ id: _, more, ...known }) => ({ ...more, ...known }))
      layer.items = itemsOf(world, layer.type, rows)
      edited(world, project)
    },
  }
}
