import { openRegular } from '../bounds/regular.ts'
import { measureLoudness } from './encoding.ts'
import { createLane, type FileContext, lost } from './lane.ts'

/**
 * Measures the loudness of files, one after the other, after they have arrived and can be used: measuring decodes all
 * of the sound, and the user should not have to wait for it.
 *
 * @param onStored called once the loudness of a file is known, or that it cannot be
 */
export function createLoudness(context: FileContext, onStored: () => void) {
  const { catalogue, place, programs } = context
  const lane = createLane(context, {
    next: () => catalogue.nextUnderWay('loudness'),
    async run(file, { signal }) {
      const path = place.pathOf(file)
      await (await openRegular(path)).close()
      const loudnessLufs = await measureLoudness(programs, path, signal)
      // An encode that finished first has measured its own result.
      const { metadata, isLoudnessAwaited } = catalogue.file(file.id)
      if (!metadata || !isLoudnessAwaited) return {}
      return { metadata: { ...metadata, loudnessLufs }, isLoudnessAwaited: false }
    },
    failed: (_, why) => ({ ...lost(why), isLoudnessAwaited: false }),
    onStored,
  })
  return { wake: lane.wake, close: lane.close }
}
