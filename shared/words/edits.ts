import type { EditName } from '../contract/operations.ts'

/** What an edit is called, and what was done, each before the name it is about. */
export const EDIT_WORDS: Record<EditName, { asked: string; done: string }> = {
  createProject: { asked: 'Create project', done: 'Project created' },
  updateProject: { asked: 'Change project', done: 'Project saved' },
  scheduleLive: { asked: 'Schedule', done: 'Scheduled' },
  cancelSchedules: { asked: 'Cancel all dates', done: 'All dates cancelled' },
  cancelSchedule: { asked: 'Cancel a date', done: 'Date cancelled' },
  createScene: { asked: 'Create scene', done: 'Scene created' },
  updateScene: { asked: 'Rename scene', done: 'Scene renamed' },
  deleteScene: { asked: 'Delete scene', done: 'Scene deleted' },
  createSceneWithPlaylist: { asked: 'Create scene with playlist', done: 'Scene created with its playlist' },
  addLayer: { asked: 'Add layer', done: 'Layer added' },
  updateLayer: { asked: 'Change layer', done: 'Layer saved' },
  setPlaylist: { asked: 'Save playlist', done: 'Playlist saved' },
  importFile: { asked: 'Import file', done: 'Import started' },
  encodeFiles: { asked: 'Encode files', done: 'Files queued for encoding' },
  renameFiles: { asked: 'Rename files', done: 'Files renamed' },
  verifyDestinations: { asked: 'Check destinations', done: 'Destinations checked' },
}

/** The name an edit gives, or what it is about by name; null: it names nothing. */
export function nameInEdit(input: Readonly<Record<string, unknown>>): string | null {
  const name = input.name ?? input.sceneName ?? input.url
  return typeof name === 'string' ? name : null
}

const withName = (words: string, name: string | null) => (name === null ? words : `${words}: ${name}`)

/** e.g. "Create project: Night loop". */
export function editAsked(operation: EditName, input: Readonly<Record<string, unknown>>): string {
  return withName(EDIT_WORDS[operation].asked, nameInEdit(input))
}

/** What was done, and whether viewers see it where they could. */
export function editDone(
  operation: EditName,
  input: Readonly<Record<string, unknown>>,
  synced: boolean | null,
): string {
  const reached = synced === null ? '' : synced ? ' On air.' : ' Not on air yet. Press Sync.'
  return `${withName(EDIT_WORDS[operation].done, nameInEdit(input))}.${reached}`
}
