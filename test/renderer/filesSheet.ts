import type { ImportEntry } from '../../shared/query/imports.ts'
import type { TimedFile } from '../../shared/query/views.ts'
import type { SetUpState } from './setupSheet.ts'
import { rehearsing } from './setupStates.ts'
import { appState, liveProject } from './states.ts'

const NAMES = [
  'Rain on the window.mp4',
  'Harbour fog at 4 a.m., field recording mix with everything.mp4',
  'Old radio.avi',
]
const ERRORS = [[], [], ['unsupported_audio_codec'], [], ['encoding_in_progress'], ['transfer_failed']]

/** This many files; every sixth is being encoded, cannot be used, or was not imported. */
export function files(count: number): TimedFile[] {
  return Array.from({ length: count }, (_, nr) => ({
    ...{ id: `f${nr + 1}`, name: `${nr + 1} ${NAMES[nr % 3]}`, type: 'video', folderId: null, createdAt: null },
    issues: { errors: ERRORS[nr % 6] ?? [], warnings: nr % 6 === 3 ? ['high_bitrate'] : [] },
    ...{ encoding: null, metadata: null, encodePlan: null, original: null },
    durationSec: nr % 7 === 6 ? null : 180 + nr * 37,
    loudnessLufs: nr % 3 === 1 ? null : nr % 6 === 3 ? -23.4 : -14 - (nr % 2) / 2,
  }))
}

type EncodePlan = NonNullable<TimedFile['encodePlan']>

/** A file that cannot be used until it is encoded as planned. */
const toEncode = (id: string, error: string, plan: Pick<EncodePlan, 'picture' | 'sound'>): TimedFile => ({
  ...(files(1)[0] as TimedFile),
  ...{ id, name: `${id}.mp4`, issues: { errors: [error], warnings: [] }, loudnessLufs: null },
  encodePlan: { ...plan, sizeBytes: 21_000_000, bitrateMbps: 7.6 },
})

/** A recording of a camera, with its index at the end, and one of an old phone. */
export const TO_ENCODE = [
  toEncode('Camera', 'moov_atom_position', { picture: false, sound: false }),
  toEncode('Phone', 'unsupported_audio_codec', { picture: false, sound: true }),
]

/** A file that is being imported. */
export const ARRIVING: readonly TimedFile[] = files(1).map((file) => ({
  ...{ ...file, id: 'arriving', name: 'Arriving.mp4', durationSec: null, loudnessLufs: null },
  issues: { errors: ['import_in_progress'], warnings: [] },
}))

const entry = (nr: number, state: ImportEntry['state'], more: Partial<ImportEntry> = {}): ImportEntry => ({
  ...{ id: `i${nr}`, name: `sleet-roof-${nr}.mp4 (files.example.org)`, type: 'video', state },
  ...{ fileId: null, progress: null, error: null, isOtherKind: false },
  ...more,
})

const IMPORTS = [
  entry(1, 'running', { progress: 42, fileId: 'f6' }),
  entry(2, 'failed', { error: 'The link leads to no file.' }),
  entry(3, 'notKnown'),
  entry(4, 'waiting'),
]

/** A running import whose progress is unknown. */
export const UNDER_WAY = [entry(1, 'running')]

/** Everything in the queue has ended. */
export const ENDED = [
  entry(1, 'done'),
  entry(2, 'done'),
  entry(3, 'done'),
  entry(4, 'failed', { error: 'This is an audio file, not a video.', isOtherKind: true }),
]

/** The responses of a service with these files. */
export function filesOf(all: readonly TimedFile[], imports: readonly ImportEntry[] = IMPORTS) {
  return (
    name: string,
    { limit = 100, offset = 0, search = '' }: Record<string, unknown>,
  ): object | string | null => {
    const page = <Item>(items: readonly Item[]) => items.slice(Number(offset), Number(offset) + Number(limit))
    const found = all.filter((file) => file.name.includes(String(search)))
    if (name === 'filesWithDurations')
      return { files: page(found), total: found.length, offset, progress: { read: 0, of: 0, problem: null } }
    if (name === 'listFolders')
      return {
        folders: page([
          { id: 'd1', name: 'Rain and storm loops of many nights', type: null, fileCount: 418, createdAt: null },
          { id: 'd2', name: 'Trains', type: null, fileCount: 9, createdAt: null },
        ]),
        total: 2,
        offset,
      }
    if (name === 'listEncodes') {
      const encoded = all.filter(({ issues }) => issues?.errors?.includes('encoding_in_progress'))
      const encodes = page(encoded.map(({ id, name }) => ({ fileId: id, name, status: 'running', progress: 63 })))
      return { encodes, total: encoded.length, offset }
    }
    if (name === 'imports') return { imports }
    return `nothing answers ${name} here`
  }
}

const state = appState(liveProject())
const many = { state, read: filesOf(files(12)) }

/** Every state of the files worth a picture. */
export const FILES_SHEET: Record<string, SetUpState> = {
  files: { hash: '#files', ...many },
  filesUnusable: { hash: '#files?use=unusable&folder=d1', ...many },
  filesEmpty: { hash: '#files', state, read: filesOf([], []) },
  filesNone: { hash: '#files?find=nothing', ...many },
  filesFailed: { hash: '#files', state, read: () => 'The service cannot be reached' },
  filesLoading: { hash: '#files', state, read: () => null },
  filesImported: { hash: '#files', state, read: filesOf(files(12), ENDED) },
  filesUnderWay: { hash: '#files', state, read: filesOf(files(12), UNDER_WAY) },
  filesEncodeCost: {
    ...{ hash: '#files', state, read: filesOf([...TO_ENCODE, ...files(6)]) },
    // A row is marked by its checkbox, whose name is everything in the row.
    ...{ press: ['Camera.mp4 3:00 Video Encode it: it is not made for streaming'], shows: '.files-marked' },
  },
  /** Only the local studio can end what it does on a file. */
  filesAtStudio: { hash: '#files', state: rehearsing({}), read: filesOf([...ARRIVING, ...files(12)]) },
  filesImport: { hash: '#files?import', ...many },
}
