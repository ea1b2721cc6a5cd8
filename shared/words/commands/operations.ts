import type { AnyEdit } from '../../contract/inputs.ts'
import { linkName } from '../../contract/links.ts'
import type { EditName, OperationName } from '../../contract/operations.ts'
import { asSentence } from '../format.ts'

export interface OperationWords {
  /** The group it belongs to. */
  readonly group:
    | 'Projects'
    | 'On air'
    | 'Schedules'
    | 'Scenes'
    | 'Layers'
    | 'Files'
    | 'Destinations'
    | 'Statistics'
    | 'Account'
  /** What it does, in one sentence. */
  readonly summary: string
}

/** An edit also has its name and its result, each written before the name of what it is about. */
interface EditWords extends OperationWords {
  readonly asked: string
  readonly done: string
}

type Group = OperationWords['group']
const words = (group: Group, summary: string): OperationWords => ({ group, summary })
const edit = (group: Group, summary: string, asked: string, done: string): EditWords => ({
  group,
  summary,
  asked,
  done,
})

/** Every operation in one sentence, for the contract's document; every edit also as the journal names it. */
export const OPERATION_WORDS: Record<Exclude<OperationName, EditName>, OperationWords> & Record<AnyEdit, EditWords> =
  {
    listProjects: words('Projects', 'Lists the projects of the account, the newest first.'),
    createProject: edit(
      'Projects',
      'Creates a project, with its destinations and how long its broadcasts run.',
      'Create project',
      'Project created',
    ),
    getProject: words('Projects', 'Reads one project, with its settings and whether it is on air.'),
    updateProject: edit(
      'Projects',
      'Changes settings of a project; what is left out stays as it is.',
      'Change project',
      'Project saved',
    ),
    startLive: words('On air', 'Starts a broadcast of the project on all of its destinations.'),
    getLive: words('On air', 'Tells what the project has on air now, if anything.'),
    stopLive: words('On air', 'Ends the running broadcast, even while it is still preparing.'),
    syncLive: words('On air', 'Brings all changes made since the last sync to the running broadcast.'),
    listBroadcasts: words('On air', 'Lists past broadcasts of the project, the newest first.'),
    listSchedules: words('Schedules', 'Lists the scheduled broadcasts of the project.'),
    scheduleLive: edit(
      'Schedules',
      'Schedules broadcasts of the project; some dates may be accepted and others refused.',
      'Schedule',
      'Scheduled',
    ),
    cancelSchedules: edit(
      'Schedules',
      'Cancels all scheduled broadcasts of the project.',
      'Cancel all dates',
      'Dates cancelled',
    ),
    cancelSchedule: edit('Schedules', 'Cancels one scheduled broadcast.', 'Cancel a date', 'Date cancelled'),
    listScenes: words('Scenes', 'Lists the scenes of the project in their own order.'),
    createScene: edit(
      'Scenes',
      'Creates a scene, and makes it the active one where asked to.',
      'Create scene',
      'Scene created',
    ),
    updateScene: edit('Scenes', 'Renames a scene; viewers notice nothing.', 'Rename scene', 'Scene renamed'),
    deleteScene: edit(
      'Scenes',
      'Deletes a scene and clears every chain that leads to it.',
      'Delete scene',
      'Scene deleted',
    ),
    activateScene: words(
      'Scenes',
      'Makes a scene the active one of the project; only a sync or auto-sync brings it on air.',
    ),
    createSceneWithPlaylist: edit(
      'Scenes',
      'Creates a scene with its video playlist, and chains it to the scene before.',
      'Create scene with playlist',
      'Scene created with its playlist',
    ),
    addLayer: edit(
      'Layers',
      'Adds a video playlist, an audio playlist or a single video to a scene.',
      'Add layer',
      'Layer added',
    ),
    getLayer: words('Layers', 'Reads one layer, with its settings and files.'),
    updateLayer: edit(
      'Layers',
      'Moves, resizes, hides or renames a layer, or changes how it plays.',
      'Change layer',
      'Layer saved',
    ),
    setPlaylist: edit(
      'Layers',
      'Replaces all files of a playlist; its playback starts over.',
      'Save playlist',
      'Playlist saved',
    ),
    savePlaylist: edit(
      'Layers',
      'Saves a playlist, and keeps what somebody else changed in it meanwhile.',
      'Save playlist',
      'Playlist saved',
    ),
    undoPlaylist: edit(
      'Layers',
      'Brings back the playlist as it was before the last save.',
      'Undo playlist',
      'Playlist back as it was',
    ),
    quietEdit: edit(
      'Scenes',
      'Makes several changes to a running broadcast one change for viewers: auto-sync off, the changes, one sync, auto-sync on.',
      'Change quietly',
      'Changed quietly',
    ),
    moveSchedule: edit(
      'Schedules',
      'Moves all dates of the project in one step; if the new ones are refused, the old ones are put back.',
      'Move schedule',
      'Schedule moved',
    ),
    importFiles: edit(
      'Files',
      'Puts links, or files of this computer, into the import queue, which takes one at a time.',
      'Import files',
      'Queued for import',
    ),
    retryImport: edit('Files', 'Tries a failed import once more.', 'Retry import', 'Queued again'),
    removeImport: edit('Files', 'Takes one out of the import queue.', 'Remove import', 'Removed'),
    clearImports: edit(
      'Files',
      'Takes what is done out of the import queue; the files stay.',
      'Clear imports',
      'Cleared',
    ),
    stopImport: edit('Files', 'Stops a running import, on the local studio only.', 'Stop import', 'Import stopped'),
    cancelEncode: edit(
      'Files',
      'Cancels an encode that waits or runs, on the local studio only.',
      'Cancel encode',
      'Encode cancelled',
    ),
    setPlayback: words('Layers', 'Starts or stops the playback of a layer in the running broadcast.'),
    listFiles: words('Files', 'Lists files of the account, by folder, kind or name.'),
    getFile: words('Files', 'Reads one file, with what is known of its content.'),
    importFile: edit(
      'Files',
      'Starts importing one video, audio file or image from a link.',
      'Import file',
      'Import started',
    ),
    getImport: words('Files', 'Tells how far an import has got.'),
    encodeFiles: edit(
      'Files',
      'Encodes files; those that need no encoding are skipped.',
      'Encode files',
      'Files queued for encoding',
    ),
    listEncodes: words('Files', 'Lists the encodes that are waiting or running.'),
    renameFiles: edit(
      'Files',
      'Renames several files at once; each succeeds or fails on its own.',
      'Rename files',
      'Files renamed',
    ),
    listFolders: words('Files', 'Lists the folders of the account.'),
    listDestinations: words('Destinations', 'Lists the channels, pages and servers connected to the account.'),
    verifyDestinations: edit(
      'Destinations',
      'Checks whether the logins of destinations are still valid.',
      'Check destinations',
      'Destinations checked',
    ),
    getStatistics: words('Statistics', 'Tells views, watch time and revenue of a past broadcast.'),
    getPlayedFiles: words('Statistics', 'Lists which files a broadcast played, and when.'),
    getAccount: words('Account', 'Tells what the plan of the account allows.'),
  }

/** The name that an edit contains; null: it contains none. */
export function nameInEdit(input: Readonly<Record<string, unknown>>): string | null {
  const { name = input.sceneName, url } = input
  if (typeof url === 'string') return linkName(url)
  return typeof name === 'string' ? name : null
}

const withName = (words: string, name: string | null) => (name === null ? words : `${words}: ${name}`)

/** e.g. "Create project: Night loop". */
export function editTitle(operation: AnyEdit, input: Readonly<Record<string, unknown>>): string {
  return withName(OPERATION_WORDS[operation].asked, nameInEdit(input))
}

/** A new scene should have become active, but another scene was chosen meanwhile. */
export const PASSED = 'It was not made active: another scene was pressed since.'

/** A newer command set a part of it while it waited. */
export const LEFT_OUT = 'What was changed since was left alone.'

type Input = Readonly<Record<string, unknown>>
const countOf = (one: unknown) => (Array.isArray(one) ? one.length : typeof one === 'number' ? one : null)

/** A new scene is chained to the one before it, which may have led to another scene until then. */
const REPLACED_CHAIN = ' The scene before it led to another scene until now. It leads here instead.'

/** A response may report fewer items than requested: then the edit is not simply "done". */
function onlyPart(input: Input, answer: Input): string {
  const done = countOf(answer.count ?? answer.queued ?? answer.renamed ?? answer.cancelled)
  const tried = typeof answer.cancelled === 'number' ? answer.cancelled + (countOf(answer.failed) ?? 0) : null
  if (tried === 0) return ': there were none'
  const asked = tried ?? countOf(input.dates ?? input.fileIds ?? input.renames)
  return asked !== null && done !== null && done < asked ? `: only ${done} of ${asked}` : ''
}

/** What was done, how much of it, and whether it reached viewers if it could. */
export function editDoneTitle(operation: AnyEdit, input: Input, answer: Input, synced: boolean | null): string {
  const reached = synced === null ? '' : synced ? ' On air.' : ' Not on air yet. Press Sync.'
  const asked = nameInEdit(input)
  const { name } = (answer.scene ?? answer) as Input
  const isOther = typeof input.name === 'string' && typeof name === 'string' && name !== asked
  const called = isOther ? ` The service calls it ${name.slice(0, LONGEST_NAME)}.` : ''
  const chain = typeof answer.replacedAutoSwitchSceneId === 'string' ? REPLACED_CHAIN : ''
  const title = `${withName(OPERATION_WORDS[operation].done, asked)}${onlyPart(input, answer)}.`
  const done = `${title}${called}${chain}${reached}`
  const { warning } = answer
  return typeof warning === 'string' && warning !== ''
    ? `${done} ${asSentence(warning.slice(0, LONGEST_WARNING))}`
    : done
}

/** The maximum characters shown of a name or a warning from the service. */
const LONGEST_NAME = 100
const LONGEST_WARNING = 300

export const DOCUMENT_WORDS = {
  title: 'Live-stream automation service',
  about: [
    'The interface as Cuelight speaks it: with hosted services, and with its own local studio, which broadcasts nothing.',
    'What the specification of the service leaves open is filled by precedent or assumption: `x-sources` says for path,',
    'request and response of each operation which it is (S: specification, P: precedent, A: assumption).',
    '`x-class` is how urgent an operation is, `x-repeat` whether it may be sent again after its answer was lost (`auto`:',
    'by itself; `ask`: when a person says so; `never`), `x-air` whether viewers could see what it does.',
    'Answers may carry more fields than are listed here, and enumerated texts more values.',
  ].join(' '),
  studio: 'The server this document comes from',
  key: 'A key of the account. All keys of an account share one budget of 150 requests in any minute.',
  id: (name: string) => `The id of ${name === 'liveId' ? 'a broadcast' : `a ${name.replace(/Id$/, '')}`}; opaque.`,
  mayGrow: 'Other values may be added: readers must accept them.',
  errorAbout: 'Why a request was refused. Besides these fields there may be others, with details.',
  codeAbout: 'What is wrong, for programs. The contract knows these; others may be added.',
  rateLimit:
    'What is left of the budget, and in how many seconds it is whole again (structured field, IETF httpapi draft).',
  policy: 'How large the budget is, and over how many seconds it is counted (structured field, IETF httpapi draft).',
  retryAfter: 'In how many seconds one request is possible again.',
  success: 'Done.',
  errors: {
    400: 'It cannot be done like this: a field is wrong, or the current state forbids it.',
    401: 'The key is missing, unknown or revoked.',
    403: 'The plan of the account does not allow it.',
    404: 'It does not exist, or no longer does.',
    409: 'Something else is changing it right now.',
    429: 'The budget is used up. Nothing was done: send it again once there is room.',
    500: 'A fault of the service. It may or may not have been done.',
    501: 'The local studio cannot do it yet.',
    502: 'A platform behind the service failed. It may or may not have been done.',
  } satisfies Record<number, string>,
} as const
