import { measureLoudness } from './encoding.ts'
import { createLane, type FileContext, lost } from './lane.ts'
import { openRegular } from './regular.ts'

/**
 * Measures how loud files are, one after the other, once they have arrived and can be used: all of a sound must be decoded
 * for it, and nobody shall wait for that.
 */
export function createLoudness(context: FileContext) {
  const { catalogue, place, programs } = context
  const lane = createLane(context, {
    next: () => catalogue.nextUnderWay('loudness'),
    async run(file, { signal }) {
      const path = place.pathOf(file)
      await (await openRegular(path)).close()
      const loudnessLufs = await measureLoudness(programs, path, signal)
      // An encode that was faster has measured its own result.
      const { metadata, isLoudnessAwaited } = catalogue.file(file.id)
      if (!metadata || !isLoudnessAwaited) return {}
      return { metadata: { ...metadata, loudnessLufs }, isLoudnessAwaited: false }
    },
    failed: (_, why) => ({ ...lost(why), isLoudnessAwaited: false }),
  })
  return { wake: lane.wake, close: lane.close }
}
