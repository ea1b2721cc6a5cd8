import { clockTime, counted, listed, numeral, span } from '../format.ts'

export const readAgo = (ms: number) => `read ${span(ms)} ago`

export const BUILD_NAMES = {
  title: 'Build',
  scenes: 'Scenes',
  layers: 'Layers',
  addScene: 'Add scene',
  addLayer: 'Add layer',
  addFiles: 'Add files',
  addHere: 'Add here',
  find: 'Find a file',
  kind: 'Kind',
  video: 'Video',
  changeVideo: 'Change video',
  after: 'Plays after',
  create: 'Create scene',
  rename: 'Rename',
  delete: 'Delete',
  keep: 'Keep it',
  cancel: 'Cancel',
  save: 'Save',
  saveOnAir: 'Save, on air at once',
  discard: 'Discard',
  up: 'Up',
  down: 'Down',
  moveTo: 'Move to place',
  move: 'Move',
  remove: 'Take out',
  unmark: 'Unmark',
  undo: 'Undo the last save',
  undoLayer: 'Undo layer change',
  undoLayerOnAir: 'Undo layer change, on air at once',
  undoOnAir: 'Undo, on air at once',
  takeTheirs: 'Take theirs',
  saveMine: 'Save yours instead',
  project: 'Project',
  place: 'Place in the frame',
  opened: 'Open layer',
} as const

export const LAYER_FIELDS = {
  name: 'Name',
  hide: 'Hidden',
  loop: 'Loop',
  shuffle: 'Shuffle',
  volume: 'Volume, 0 to 10',
  nextScene: 'At its end',
} as const

/** The fields of a layer in a sentence: without what only a label needs. */
export const LAYER_NOUNS = {
  ...LAYER_FIELDS,
  volume: 'Volume',
  nextScene: 'What follows',
  fileId: 'The video',
  position: 'The place in the frame',
} as const

export const LAYER_ABOUT = {
  hide: 'Viewers do not see this layer.',
  loop: 'Starts over when it ends.',
  shuffle: 'A new order each time round.',
  noNext: 'Nothing follows',
  loopOff: 'A list that leads to a scene does not loop.',
  changedSince: 'Not undone: the layer has changed since.',
  unsaved: 'Layer settings: not saved yet, only here.',
  on: 'on',
  off: 'off',
  chooseFirst: 'Choose one of the two versions first.',
  readOnly: 'Change text, picture and interactive layers in the studio.',
  notRead: 'This layer could not be read in full, so nothing here can be changed.',
} as const

const TYPES: Readonly<Record<string, string>> = {
  videoPlaylist: 'video playlist',
  audioPlaylist: 'audio playlist',
  video: 'single video',
  text: 'text',
  image: 'picture',
  interactive: 'interactive',
}
export const layerType = (type: string) => TYPES[type] ?? type

export const POSITION_FIELDS = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' } as const

export const CANVAS_WORDS = {
  told: (name: string, { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>, unit: string) =>
    `${name}: ${x} ${unit} from the left, ${y} ${unit} from the top, ${width} by ${height} ${unit}`,
  howTo: 'Drag it, or use the arrow keys: Shift for large steps, Alt for its size.',
} as const

export const NOT_SEEN_WORDS = {
  title: 'Not on air yet',
  /** Places in the project, not changes: the head counts those, and several may concern one place. */
  some: (count: number) => `Not on air yet, in ${counted(count, 'place')}`,
  notKnown: (count: number) =>
    count === 0 ? 'Unclear whether viewers see everything' : `Viewers may not see ${counted(count, 'change')} yet`,
  unlisted: (count: number) =>
    count === 0
      ? 'Some changes are not on air yet: which ones is not known'
      : `Some changes are not on air yet, ${numeral(count)} of them known`,
  notCompared: (count: number) => `What viewers see of ${counted(count, 'layer')} is not known.`,
} as const

export const QUIETLY_NAMES = {
  title: 'Collected changes',
  begin: 'Collect changes',
  collect: 'Collect',
  send: 'Put on air together',
  discard: 'Discard them',
  end: 'Stop collecting',
} as const

export const QUIETLY_WORDS = {
  why: 'Auto-sync is on: viewers see each change at once. Collect some to show them together.',
  howTo: 'Held back in this window. Nothing of it is saved or on air yet.',
  count: (count: number) => (count === 0 ? 'Nothing collected yet' : `${counted(count, 'change')} collected`),
  none: 'Change something first: it is collected here.',
  held: 'Collected, not sent yet.',
  lost: 'Sent, and no answer came. See what is on air, then discard these.',
  locked: 'The padlock is closed: open it to put them on air.',
  full: 'One go holds no more than these. Put them on air first.',
  listOnce: 'This list is collected already. Put it on air, or discard it, first.',
  line: (asked: string, name: string | null) => (name === null || asked.endsWith(name) ? asked : `${asked}: ${name}`),
} as const

export const PLAYBACK_NAMES = {
  start: 'Start playback',
  stop: 'Stop playback',
  stopYes: 'Stop it on air',
  keep: 'Keep playing',
} as const

export const PLAYBACK_WORDS = {
  now: (isPlaying: boolean) => (isPlaying ? 'Plays on air.' : 'Stopped on air.'),
  about: 'Viewers see it at once.',
  ask: (name: string) => `Stop ${name}? Viewers see it at once.`,
} as const

export const NEW_LAYER_ABOUT = {
  videoPlaylist: 'It begins empty and loops; then add files.',
  audioPlaylist: 'It begins empty and loops; then add files. Audio has no place in the frame.',
  video: 'It loops. Once it is there, place it in the frame.',
  noFile: 'Choose the video first.',
} as const

export const FILE_WORDS = {
  plays: (name: string, seconds: number | null) =>
    seconds === null ? `Plays ${name}.` : `Plays ${name}, ${clockTime(seconds)}.`,
  loading: 'Reading the file…',
  failed: 'The file could not be read',
  none: 'No video is chosen.',
} as const

export const NEW_LAYER_WORDS = 'Make text, picture and interactive layers in the studio.'
export const NEW_LAYER_ON_STUDIO = 'The local studio cannot make text, picture or interactive layers.'

export const ADD_FILES_WORDS = {
  none: 'No file here can be used in this list. See why in Files, or import more there.',
  optional: 'They play in this order, in a loop. Files can be added later, too.',
  needed: 'A scene that plays after another needs a file. Add one first.',
  more: (read: number, total: number) => `Show more (${numeral(read)} of ${numeral(total)})`,
  /** @param brought how many were brought from Files; @param fitting how many of them this list can play */
  brought: (fitting: number, brought: number) =>
    fitting === brought
      ? `${counted(brought, 'file')} from Files`
      : `${counted(fitting, 'file')} of ${numeral(brought)} from Files can play in this list`,
  add: (count: number) => (count === 0 ? 'Add' : `Add ${counted(count, 'file')}`),
} as const

/** Files of this computer that are dropped on a list. */
export const DROP_WORDS = {
  coming: (count: number) => `${counted(count, 'dropped file')} importing. Added at the end once imported.`,
  notAdded: (count: number) => `${counted(count, 'dropped file')} not added. Files says why.`,
} as const

export const CHAIN_WORDS = {
  /** The length of a list that plays once or of a loop's round, against the show's planned length. Null: unknown. */
  length(once: number | null, round: number | null, planned: number | null): string | null {
    const turn = round ? `${clockTime(round)} a turn` : null
    if (once === null || round === null) return turn
    if (round > 0) return once > 0 ? `${clockTime(once)}, then ${turn}` : `${turn}`
    const against = planned === null ? '' : `, ${LIST_WORDS.against(once, planned)}`
    return `${clockTime(once)} in all${against}`
  },
  alone: 'On their own',
  nothing: 'then nothing',
  unread: 'then nothing, unless it loops: open it to see',
  deadAir: 'then dead air: it does not loop, and nothing follows',
  loops: 'then again, in a loop',
  goesRound: (to: string) => `then back to ${to}`,
  leadsOn: (to: string) => `then on to ${to}`,
} as const

/** How the scene that replaces a deleted one reaches viewers. */
const INSTEAD_REACHES = {
  atOnce: ', on air at once',
  afterSync: ', on air after the next Sync',
  collected: ', on air with the other changes',
} as const

export const SCENE_WORDS = {
  none: { headline: 'No scenes yet', now: null, todo: 'Add one: it holds what viewers see.' },
  failed: 'The scenes could not be read.',
  loading: 'Reading the scenes…',
  alone: 'Nothing: on its own',
  replaces: (next: string) => `It now leads to ${next}. It will lead here instead.`,
  noLayers: 'Nothing in this scene yet.',
  deleteAsk: (name: string, breaks: string) => `Delete ${name}? ${breaks}`.trim(),
  /** The service keeps the active scene. */
  activeStays: 'It is the selected scene, and the service keeps that one: select another one first.',
  lastStays: 'A project keeps at least one scene: add another one first.',
  /**
   * What deleting a scene breaks.
   * @param before the scenes that lead to it
   * @param instead the scene that becomes active in its place; null: it is not active
   * @param reach how that reaches viewers; null: nothing is running
   */
  deleteBreaks(
    before: readonly string[],
    instead: string | null,
    reach: keyof typeof INSTEAD_REACHES | null,
    isOpening: boolean,
  ): string {
    const parts = [
      before.length > 0 && `${listed(before)} will lead nowhere.`,
      instead !== null &&
        `It is selected: ${instead} takes its place${reach === null ? '' : INSTEAD_REACHES[reach]}.`,
      isOpening && 'Shows begin with it: choose another scene for that.',
    ]
    return parts.filter((part) => part !== false).join(' ')
  },
} as const

export const LIST_WORDS = {
  empty: 'No files in this playlist yet.',
  unsaved: 'Playlist: not saved yet, only here.',
  restarts: 'Viewers see it start again from the top.',
  restartsLater: 'Once on air, it starts again from the top.',
  undoAsk: 'Undo the last save? Viewers see the list start again from the top.',
  nothingSaved: 'Nothing saved here yet, so nothing to undo.',
  total: (count: number, seconds: number | null) =>
    `${counted(count, 'file')}${seconds === null ? '' : `, ${clockTime(seconds)}`}`,
  marked: (count: number) => `${numeral(count)} marked`,
  at: (seconds: number) => `+${clockTime(seconds)}`,
  /** What plays, as the service reports it. */
  since: (time: string) => `on air since ${time}`,
  about: (time: string) => `≈ ${time}`,
  unusable: 'cannot be used',
  cannotBeUsed: (count: number) => `${counted(count, 'file')} cannot be used.`,
  /** @param percent null: unknown */
  encoding: (name: string, percent: number | null) =>
    percent === null ? `${name}: encoding` : `${name}: encoding, ${Math.round(percent)} %`,
  allUsable: 'All files can be used now.',
  adBreak: (seconds: number, length: number) => `Ad break at ${clockTime(seconds)}, ${clockTime(length)} long`,
  noAds: 'The local studio shows no ads: files play on through their ad breaks.',
  drag: 'Drag to move',
  /** @param what the name of the file that was moved, or how many were */
  moved: (what: string | number, place: number, count: number) =>
    typeof what === 'string'
      ? `${what} is now ${numeral(place)} of ${numeral(count)}`
      : `${counted(what, 'file')}, now from ${numeral(place)} of ${numeral(count)}`,
  again: 'then again, from the top',
  leads: (scene: string) => `then ${scene}`,
  ends: (time: string) => `ends ≈ ${time}`,
  /** A list that plays once, compared with the planned duration of the show. */
  against: (listSeconds: number, plannedSeconds: number) =>
    listSeconds < plannedSeconds
      ? `ends ${span((plannedSeconds - listSeconds) * 1_000)} before the planned end`
      : `${span((listSeconds - plannedSeconds) * 1_000)} of it after the planned end`,
  mark: (name: string) => `Mark ${name}`,
  howTo: 'Drag, or Alt and the arrow keys: what is marked goes along. Delete takes it out, Ctrl Z goes back.',
} as const

/** Another client, or an earlier save, changed the same part of a list. */
export const CONFLICT_WORDS = {
  title: 'Changed meanwhile',
  mine: 'Yours',
  theirs: 'In the project now',
  nothing: 'nothing',
} as const
