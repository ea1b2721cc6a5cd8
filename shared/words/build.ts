import { clockTime, counted, listed, numeral, span } from './format.ts'

export const readAgo = (ms: number) => `read ${span(ms)} ago`

export const BUILD_NAMES = {
  title: 'Build',
  scenes: 'Scenes',
  layers: 'Layers',
  addScene: 'Add scene',
  addLayer: 'Add layer',
  addFiles: 'Add files',
  find: 'Find a file',
  kind: 'Kind',
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
  project: 'Project',
} as const

export const LAYER_FIELDS = {
  name: 'Name',
  hide: 'Hidden',
  loop: 'Loop',
  shuffle: 'Shuffle',
  volume: 'Volume, 0 to 10',
  nextScene: 'At its end',
} as const

export const LAYER_ABOUT = {
  hide: 'Viewers do not see this layer.',
  loop: 'Begins again at its end.',
  shuffle: 'In another order each round.',
  noNext: 'Nothing follows',
  loopOff: 'With a scene after it, a list does not loop.',
  readOnly: 'Text, pictures and interactive layers are changed in the studio.',
  notRead: 'This layer could not be read whole, so nothing here can be changed.',
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
  howTo: 'Drag it, or use the arrow keys: with Shift in large steps, with Alt for its size.',
} as const

export const WHOSE_WORDS = {
  onAir: 'SHOW TARGET, ON AIR',
  target: 'SHOW TARGET',
  other: 'Not the show target: viewers of the show see nothing of this.',
} as const

export const NEW_LAYER_WORDS = 'Text, pictures and interactive layers are made in the studio.'

export const ADD_FILES_WORDS = {
  none: 'No file here can be used in this list. Files says why, and imports more.',
  more: (read: number, total: number) => `Read on (${numeral(read)} of ${numeral(total)})`,
  add: (count: number) => (count === 0 ? 'Add' : `Add ${counted(count, 'file')}`),
} as const

export const CHAIN_WORDS = {
  alone: 'On their own',
  nothing: 'then nothing',
  goesRound: (to: string) => `then back to ${to}`,
  leadsOn: (to: string) => `then on to ${to}`,
} as const

export const SCENE_WORDS = {
  none: { headline: 'No scenes yet', now: null, todo: 'Add one: viewers see what is in it.' },
  failed: 'The scenes cannot be read.',
  loading: 'Reading the scenes',
  alone: 'Nothing: on its own',
  replaces: (next: string) => `It leads to ${next} now. It will lead here instead.`,
  noLayers: 'Nothing is in this scene yet.',
  /** What deleting one breaks. */
  deleteAsk(name: string, before: readonly string[], isActive: boolean): string {
    const chain = before.length > 0 ? ` ${listed(before)} will lead nowhere.` : ''
    const active = isActive ? ' It is selected: the first scene left takes its place.' : ''
    return `Delete ${name}?${chain}${active}`
  },
} as const

export const LIST_WORDS = {
  empty: 'No files in this playlist yet.',
  unsaved: 'Not saved: ours alone.',
  total: (count: number, seconds: number | null) =>
    `${counted(count, 'file')}${seconds === null ? '' : `, ${clockTime(seconds)}`}`,
  marked: (count: number) => `${numeral(count)} marked`,
  at: (seconds: number) => `+${clockTime(seconds)}`,
  mark: (name: string) => `Mark ${name}`,
  howTo: 'Alt with the arrow keys moves what is marked; Delete takes it out.',
} as const
