import { counted, listed, numeral } from '../format.ts'

const FIELDS: Readonly<Record<string, string>> = {
  hide: 'shown or hidden',
  position: 'place and size',
  fileId: 'its video',
  loop: 'loop',
  shuffle: 'shuffle',
  volume: 'volume',
  nextScene: 'what comes next',
  title: 'title',
  description: 'description',
}
const fieldsOf = (fields: readonly string[]) => listed(fields.map((field) => FIELDS[field] ?? field))
const layerOf = (name: string | null, scene: string) => `${name ?? 'A layer'} in ${scene}`
const some = (names: readonly string[]) =>
  names.length > 3 ? `${listed(names.slice(0, 2))} and ${numeral(names.length - 2)} more` : listed(names)

/** What viewers do not see yet, item by item. */
export const UNSYNCED_WORDS = {
  activeScene: (now: string, before: string | null) =>
    before === null ? `${now} is selected.` : `${now} is selected; viewers see ${before}.`,
  sceneAdded: (name: string) => `${name} is new.`,
  sceneRemoved: (name: string) => `${name} was deleted.`,
  scenesMoved: 'The scenes are in a new order.',
  layerAdded: (name: string | null, scene: string) => `${layerOf(name, scene)} is new.`,
  layerRemoved: (name: string | null, scene: string) => `${layerOf(name, scene)} was removed.`,
  layerChanged: (name: string, scene: string, fields: readonly string[]) =>
    `${layerOf(name, scene)}: ${fieldsOf(fields)} changed.`,
  playlist(name: string, scene: string, added: readonly string[], removed: readonly string[]) {
    const parts = [
      ...(added.length > 0 ? [`${some(added)} added`] : []),
      ...(removed.length > 0 ? [`${some(removed)} removed`] : []),
    ]
    return `${layerOf(name, scene)}: ${parts.length > 0 ? listed(parts) : 'a new order'}.`
  },
  items(name: string, scene: string, breaks: readonly string[], names: readonly string[]) {
    const parts = [
      ...(breaks.length > 0 ? [`ad breaks of ${some(breaks)}`] : []),
      ...(names.length > 0 ? [`the name of ${some(names)}`] : []),
    ]
    return `${layerOf(name, scene)}: ${listed(parts)} changed.`
  },
  settings: (fields: readonly string[]) => `The broadcast’s ${fieldsOf(fields)} changed.`,
  notCompared: (count: number) => `${counted(count, 'layer')} could not be compared.`,
} as const
