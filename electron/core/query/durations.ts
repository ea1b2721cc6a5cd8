import type { Reading } from '../../../shared/query/query.ts'
import type { TimedFile, ViewAnswers } from '../../../shared/query/views.ts'
import type { ItemOf } from '../../service/paging.ts'
import type { Kept } from '../commands/composed/kept.ts'
import { createParts, type ViewDependencies } from './parts.ts'

type File = ItemOf<'listFiles'>

/** How many lengths are kept per service, the latest ones; how long an unknown length is trusted, in ms. */
const MOST_KEPT = 10_000
const UNKNOWN_FOR_MS = 10 * 60_000
/** A file whose loudness is still being measured is read again after this, in ms. */
const MEASURED_AFTER_MS = 60_000

/** Changes when the file does: only an encode changes the length, and it clears the file's errors. */
const keyOf = ({ id, issues }: File) => [id, ...(issues?.errors ?? [])].join(' ')

/** In transfer or being encoded: the length is not worth a request yet. Images have none. */
const UNSETTLED = ['import_in_progress', 'encoding_in_progress', 'transfer_failed']
/** Length in seconds, and loudness in LUFS if it was measured. */
type Measured = [durationSec: number, loudnessLufs: number | null]
/** `isSettled`: no further values are expected. */
type Found = { measured: Measured | null; isSettled: boolean }

const hasLength = ({ type, issues, encoding }: File) =>
  type !== 'image' && encoding === null && !issues?.errors?.some((error) => UNSETTLED.includes(error))

function measuredOf(metadata: File['metadata']): Measured | null {
  return metadata?.durationSec == null ? null : [metadata.durationSec, metadata.loudnessLufs ?? null]
}

export interface FileViewDependencies extends ViewDependencies {
  kept: Pick<Kept, 'durations'>
  serviceId: string
}

export function createFileViews({ clock, service, queries, onFault, kept, serviceId }: FileViewDependencies) {
  const known = new Map(Object.entries(kept.durations.of(serviceId) ?? {}))
  const parts = createParts<Found>({
    clock,
    async read(key, lane) {
      const fileId = key.split(' ', 1)[0] ?? ''
      const { metadata } = await service.call('getFile', { params: { fileId } }, { lane })
      return { measured: measuredOf(metadata), isSettled: !metadata?.isLoudnessAwaited }
    },
    life({ measured, isSettled }) {
      if (measured === null) return UNKNOWN_FOR_MS
      return isSettled ? Number.POSITIVE_INFINITY : MEASURED_AFTER_MS
    },
    onMore: () => queries.touch(['filesWithDurations'], null),
    onFault,
  })

  const withDuration = (file: File) => {
    const key = keyOf(file)
    return measuredOf(file.metadata) ?? known.get(key) ?? parts.get(key)?.value.measured ?? null
  }
  const isSettled = (file: File) => withDuration(file) !== null && parts.get(keyOf(file))?.value.isSettled !== false

  /** Stores the lengths once the whole page is read, not after each file. */
  function keep(files: readonly File[]): void {
    if (parts.isReading()) return
    const before = known.size
    for (const file of files) {
      const { measured = null, isSettled = false } = parts.get(keyOf(file))?.value ?? {}
      if (measured && isSettled) known.set(keyOf(file), measured)
    }
    if (known.size === before) return
    for (const key of [...known.keys()].slice(0, -MOST_KEPT)) known.delete(key)
    // What the disk refuses is read again after a restart.
    kept.durations.put(serviceId, Object.fromEntries(known)).catch(() => {})
  }

  return {
    /** A page of files with lengths: the list has none, so each file is read once, and again only if it changes. */
    async filesWithDurations(
      input: Parameters<typeof queries.read<'listFiles'>>[1],
      again: boolean,
    ): Promise<Reading<ViewAnswers['filesWithDurations']>> {
      const { value, readAt } = await queries.read('listFiles', input, again && !parts.isReading())
      const unknown = value.files.filter((file) => hasLength(file) && !isSettled(file))
      const progress = await parts.want(unknown.map(keyOf))
      keep(value.files)
      const files = value.files.map((file): TimedFile => {
        const [durationSec = null, loudnessLufs = null] = withDuration(file) ?? []
        return { ...file, durationSec, loudnessLufs }
      })
      const of = value.files.filter(hasLength).length
      const view = { files, total: value.total, offset: value.offset ?? 0 }
      return { value: { ...view, progress: { ...progress, read: of - (progress.of - progress.read), of } }, readAt }
    },
  }
}
