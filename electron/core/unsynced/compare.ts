import type { UnsyncedChange } from '../../../shared/query/unsynced.ts'
import { UNSYNCED_WORDS } from '../../../shared/words/commands/unsynced.ts'
import type { Content, LayerContent } from './content.ts'

/** What differs between `seen` and `now`, the most visible first, and how many layers were not compared. Pure. */
export function compare(seen: Content, now: Content): { changes: UnsyncedChange[]; notCompared: number } {
  const { changes: ofLayers, notCompared } = layerChanges(seen, now)
  return {
    changes: [...activeChange(seen, now), ...sceneChanges(seen, now), ...ofLayers, ...settingsChanges(seen, now)],
    notCompared,
  }
}

const NO_PLACE = { sceneId: null, layerId: null, fields: [] }
const change = (part: Pick<UnsyncedChange, 'what' | 'how' | 'about'> & Partial<UnsyncedChange>): UnsyncedChange => ({
  ...NO_PLACE,
  ...part,
})

const activeOf = ({ scenes }: Content) => scenes.find(({ isActive }) => isActive)

function activeChange(seen: Content, now: Content): UnsyncedChange[] {
  return selected(activeOf(seen), activeOf(now))
}

type Named = Pick<Content['scenes'][number], 'id' | 'name'>

/** The selected scene, if viewers see another. */
export function selected(before: Named | undefined, after: Named | undefined): UnsyncedChange[] {
  if (!after || before?.id === after.id) return []
  const about = UNSYNCED_WORDS.activeScene(after.name, before?.name ?? null)
  return [change({ what: 'activeScene', how: 'changed', sceneId: after.id, about })]
}

function sceneChanges(seen: Content, now: Content): UnsyncedChange[] {
  const added = without(now.scenes, seen.scenes).map(({ id, name }) =>
    change({ what: 'scene', how: 'added', sceneId: id, about: UNSYNCED_WORDS.sceneAdded(name) }),
  )
  const removed = without(seen.scenes, now.scenes).map(({ id, name }) =>
    change({ what: 'scene', how: 'removed', sceneId: id, about: UNSYNCED_WORDS.sceneRemoved(name) }),
  )
  const order = (content: Content, other: Content) =>
    content.scenes.filter(({ id }) => other.scenes.some((one) => one.id === id)).map(({ id }) => id)
  const moved = order(seen, now).join() === order(now, seen).join()
  return [
    ...added,
    ...removed,
    ...(moved ? [] : [change({ what: 'scene', how: 'moved', about: UNSYNCED_WORDS.scenesMoved })]),
  ]
}

/** Layer changes of scenes that exist in both: a layer of a new scene is new with it. */
function layerChanges(seen: Content, now: Content) {
  const changes: UnsyncedChange[] = []
  let notCompared = 0
  for (const { id: sceneId, layerIds, name: scene } of now.scenes) {
    const before = seen.scenes.find(({ id }) => id === sceneId)
    if (!before) continue
    for (const layerId of new Set([...before.layerIds, ...layerIds])) {
      const [held, holds] = [before.layerIds.includes(layerId), layerIds.includes(layerId)]
      const [was, is] = [seen.layers[layerId], now.layers[layerId]]
      const place = { sceneId, layerId }
      const name = (is ?? was)?.name ?? null
      if (!held)
        changes.push(change({ what: 'layer', how: 'added', ...place, about: UNSYNCED_WORDS.layerAdded(name, scene) }))
      else if (!holds)
        changes.push(
          change({ what: 'layer', how: 'removed', ...place, about: UNSYNCED_WORDS.layerRemoved(name, scene) }),
        )
      else if (was && is) changes.push(...compareLayer(was, is, place, scene))
      if (held && holds && !(was && is && (was.items === null) === (is.items === null))) notCompared += 1
    }
  }
  return { changes, notCompared }
}

function compareLayer(
  was: LayerContent,
  is: LayerContent,
  place: Pick<UnsyncedChange, 'sceneId' | 'layerId'>,
  scene: string,
): UnsyncedChange[] {
  const names = [...new Set([...Object.keys(was.fields), ...Object.keys(is.fields)])]
  const fields = names.filter((name) => JSON.stringify(was.fields[name]) !== JSON.stringify(is.fields[name]))
  const about = UNSYNCED_WORDS.layerChanged(is.name, scene, fields)
  return [
    ...(fields.length > 0 ? [change({ what: 'layer', how: 'changed', ...place, fields, about })] : []),
    ...playlistChanges(was, is, place, scene),
  ]
}

function playlistChanges(
  was: LayerContent,
  is: LayerContent,
  place: Pick<UnsyncedChange, 'sceneId' | 'layerId'>,
  scene: string,
): UnsyncedChange[] {
  if (!was.items || !is.items) return []
  const filesOf = (items: Items) => items.map(({ fileId }) => fileId).join()
  if (filesOf(was.items) === filesOf(is.items)) return itemChanges(was.items, is.items, is.name, place, scene)
  const [added, removed] = [surplus(is.items, was.items), surplus(was.items, is.items)]
  const how = added.length === 0 && removed.length === 0 ? 'moved' : 'changed'
  return [change({ what: 'playlist', how, ...place, about: UNSYNCED_WORDS.playlist(is.name, scene, added, removed) })]
}

type Items = NonNullable<LayerContent['items']>

/** Changes of items, if both lists contain the same files in the same order. */
function itemChanges(
  was: Items,
  is: Items,
  layer: string,
  place: Pick<UnsyncedChange, 'sceneId' | 'layerId'>,
  scene: string,
): UnsyncedChange[] {
  const isOther = (at: number, field: keyof Items[number]) => {
    const before = was[at]?.[field] ?? null
    return before !== null && before !== is[at]?.[field]
  }
  const others = (field: keyof Items[number]) => is.filter((_, at) => isOther(at, field)).map(({ name }) => name)
  const [breaks, names] = [others('adBreaks'), others('name')]
  if (breaks.length === 0 && names.length === 0) return []
  const fields = [...(breaks.length > 0 ? ['adPoints'] : []), ...(names.length > 0 ? ['name'] : [])]
  const about = UNSYNCED_WORDS.items(layer, scene, breaks, names)
  return [change({ what: 'playlist', how: 'changed', ...place, fields, about })]
}

function settingsChanges(seen: Content, now: Content): UnsyncedChange[] {
  const fields = (['title', 'description'] as const).filter((name) => seen.settings[name] !== now.settings[name])
  return fields.length === 0
    ? []
    : [change({ what: 'settings', how: 'changed', fields, about: UNSYNCED_WORDS.settings(fields) })]
}

function without<One extends { id: string }>(these: readonly One[], those: readonly One[]): One[] {
  const known = new Set(those.map(({ id }) => id))
  return these.filter(({ id }) => !known.has(id))
}

/** The names of items here that are not there; a file may occur more than once. */
function surplus(these: readonly { fileId: string; name: string }[], those: readonly { fileId: string }[]): string[] {
  const left = new Map<string, number>()
  for (const { fileId } of those) left.set(fileId, (left.get(fileId) ?? 0) + 1)
  return these.flatMap(({ fileId, name }) => {
    const count = left.get(fileId) ?? 0
    left.set(fileId, count - 1)
    return count > 0 ? [] : [name]
  })
}
