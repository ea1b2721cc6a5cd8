/**
 * The sound of a picture and an audio playlist together. It is made ahead, a piece of at most about a minute at a time, so that
 * a program that hangs or is killed keeps no broadcast waiting: what is not made in time is heard unmixed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { openFlv } from '../../engine/flv/reader.ts'
import { namesIn } from '../catalogue/place.ts'
import { createAttempts } from './attempts.ts'
import { store } from './copying.ts'
import { AAC, BEGIN, SOUND, THREADS } from './encoding.ts'
import type { FileContext } from './lane.ts'
import { LIMITED } from './level.ts'
import { AS_FLV } from './playCopy.ts'
import { MEDIA_ONLY } from './probe.ts'
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

const ENDING = '.flv'

/** The same mix has the same name, also after a restart. */
const nameOf = ({ seen, heard, seenFrom, heardFrom, volume, lengthMs }: Mix) => {
  const times = [seenFrom, heardFrom, lengthMs].map((ms) => ms.toFixed(2))
  const parts = [basename(seen), basename(heard), ...times, volume]
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32) + ENDING
}

/** @param onMade called when there is another piece, or another reason why there is none */
export function createMixes({ place, programs, clock, moment, log }: FileContext, onMade: () => void) {
  const attempts = createAttempts(clock, wake)
  const closing = new AbortController()
  let wishes: readonly Mix[] = []
  let work: Promise<void> | null = null

  function wake(): void {
    if (work || closing.signal.aborted) return
    const next = wishes.find((mix) => !existsSync(place.mix(nameOf(mix))) && !attempts.isPausing(nameOf(mix)))
    if (!next) return
    work = make(next).finally(() => {
      work = null
      if (closing.signal.aborted) return
      wake()
      onMade()
    })
  }

  async function make(mix: Mix): Promise<void> {
    const making = place.encoding('mix', moment().newId())
    try {
      await place.requireRoom(0)
      const args = await argumentsFor(mix, making)
      await programs.run('ffmpeg', args, { signal: closing.signal, writes: making })
      await store(making, place.mix(nameOf(mix)))
      attempts.succeeded(nameOf(mix))
    } catch (error) {
      place.discard(making)
      if (closing.signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      attempts.failed(nameOf(mix), message)
      log(`Two sounds could not be mixed, so one of them is heard: ${message}`)
    }
  }

  return {
    /** Sets which are to be made, the next one first, and removes all others. One that is being sent is open. */
    want(mixes: readonly Mix[]): void {
      // Most studios never mix anything, and need no folder for it.
      if (mixes.length === 0 && wishes.length === 0) return
      wishes = mixes
      const wanted = new Set(mixes.map(nameOf))
      for (const name of namesIn(dirname(place.mix('any')))) if (!wanted.has(name)) place.discard(place.mix(name))
      wake()
    },
    /** The path of a piece; null: there is none yet. */
    find(mix: Mix): string | null {
      const path = place.mix(nameOf(mix))
      return existsSync(path) ? path : null
    },
    /** Why there is none; null: no attempt has failed. */
    failureOf: (mix: Mix) => attempts.messageOf(nameOf(mix)),
    async close(): Promise<void> {
      closing.abort()
      attempts.close()
      await work
    },
  }
}

async function argumentsFor(mix: Mix, making: string): Promise<string[]> {
  const inputs = [await inputAt(mix.seen, mix.seenFrom), await inputAt(mix.heard, mix.heardFrom)]
  const sum = ['amerge=inputs=2', 'pan=stereo|c0=c0+c2|c1=c1+c3', ...LIMITED].join(',')
  // The end of one of them is followed by silence: lengths that are stated may be longer by a little.
  const filter = `[0:a]${SOUND},volume=${mix.volume / 10},apad[a];[1:a]${SOUND},apad[b];[a][b]${sum}[both]`
  const made = ['-filter_complex', filter, '-map', '2:v', ...TINY_ENCODER, '-map', '[both]', ...AAC]
  const length = ['-t', String(mix.lengthMs / 1_000), '-max_interleave_delta', '0']
  return [...BEGIN, ...THREADS, ...inputs.flat(), ...TINY_PICTURE, ...made, ...length, ...AS_FLV, `file:${making}`]
}

/** The engine counts from the first picture of a file. */
async function inputAt(path: string, fromMs: number): Promise<string[]> {
  const file = await openFlv(path)
  file.close()
  return ['-ss', String((fromMs + file.firstMs) / 1_000), ...MEDIA_ONLY, '-i', `file:${path}`]
}
