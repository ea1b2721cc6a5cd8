/** The sound of a picture and an audio playlist together, made ahead: a piece of at most about a minute at a time. */
import { basename } from 'node:path'
import { AAC, BEGIN, SOUND, THREADS } from './encoding.ts'
import type { FileContext } from './lane.ts'
import { LIMITED } from './level.ts'
import { createPieces, inputAt, sumOf } from './pieces.ts'
import { AS_FLV } from './playCopy.ts'
import { TINY_ENCODER, TINY_PICTURE } from './soundCopy.ts'

/** A piece of a mix. Times are in ms. */
export interface Mix {
  /** The play copy that is seen, from where in it, and its volume from 0 to 10. */
  readonly seen: string
  readonly seenFrom: number
  readonly volume: number
  /** The copy of a sound that is heard with it, at its own volume already. */
  readonly heard: string
  readonly heardFrom: number
  readonly lengthMs: number
}

/** @param onMade called when there is another piece, or another reason why there is none */
export function createMixes(context: FileContext, onMade: () => void) {
  const kind = {
    pathOf: context.place.mix,
    describe: ({ seen, heard, seenFrom, heardFrom, volume, lengthMs }: Mix) => [
      ...[basename(seen), basename(heard), seenFrom, heardFrom, lengthMs, String(volume)],
    ],
    argumentsFor,
    instead: 'Two sounds could not be mixed, so one of them is heard',
  }
  return createPieces(context, kind, onMade)
}

async function argumentsFor(mix: Mix, making: string): Promise<string[]> {
  const inputs = [await inputAt(mix.seen, mix.seenFrom), await inputAt(mix.heard, mix.heardFrom)]
  // The end of one of them is followed by silence: lengths that are stated may be longer by a little.
  const each = `[0:a]${SOUND},volume=${mix.volume / 10},apad[a];[1:a]${SOUND},apad[b]`
  const filter = `${each};[a][b]${[sumOf(2), ...LIMITED].join(',')}[both]`
  const made = ['-filter_complex', filter, '-map', '2:v', ...TINY_ENCODER, '-map', '[both]', ...AAC]
  const length = ['-t', String(mix.lengthMs / 1_000), '-max_interleave_delta', '0']
  return [...BEGIN, ...THREADS, ...inputs.flat(), ...TINY_PICTURE, ...made, ...length, ...AS_FLV, `file:${making}`]
}
