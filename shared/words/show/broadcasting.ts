/** Broadcasting from this computer: what goes wrong on the way to viewers, and what to do. */
import type { NotShown } from '../../broadcasting.ts'
import { counted, dataSize, numeral } from '../format.ts'

/** An error of the system, which names files that nobody has chosen. */
const OF_THE_SYSTEM = /^E[A-Z]{2,}:/
const NOT_READY = 'there is no play copy of it yet'

/** A file that should be on air and is not, and what viewers see instead. */
export function notShown({ file, why, isPlaylistAlone }: Pick<NotShown, 'file' | 'why' | 'isPlaylistAlone'>): string {
  const name = file ?? 'A file'
  const instead = isPlaylistAlone ? 'the playlist alone, full screen' : 'the slate'
  if (why === NOT_READY) return `${name} is still being prepared. Until then viewers see ${instead}.`
  const reason = OF_THE_SYSTEM.test(why) ? 'its file cannot be opened' : why.slice(0, 200)
  return `${name} is ${isPlaylistAlone ? 'not in its place' : 'not playing'}: ${reason}. Viewers see ${instead}.`
}

/** Whether a copy is only still to come, as it is for a moment at each new volume. */
export const isNotReady = (why: string): boolean => why === NOT_READY

/** A sound that is not heard, or not at its volume. @param why as the engine reports it, without a full stop */
export function notHeard(why: string): string {
  if (isNotReady(why))
    return 'A sound is still being prepared. Until then, viewers do not hear all of it as it is set.'
  const reason = OF_THE_SYSTEM.test(why) ? 'its file cannot be opened' : why.slice(0, 200)
  return `Viewers do not hear all of the sound as it is set: ${reason}.`
}

export const diskNearlyFull = (bytes: number): string => `The disk is nearly full: ${dataSize(bytes)} left.`

export const HEALTH_WORDS = {
  engine: (times: number) =>
    `The broadcast engine failed ${times === 1 ? 'once' : `${numeral(times)} times`} in the last 5 min and was restarted.`,
  engineTodo: 'If it happens again, save the support bundle.',
  dropped: (name: string, count: number) =>
    `${name} misses pictures: the connection is too slow, ${counted(count, 'picture or sound', 'pictures and sounds')} left out in the last 5 min.`,
  droppedTodo: 'Free up your upload.',
  reconnected: (name: string, times: number) =>
    `${name} is back on air: the connection was lost ${times === 1 ? 'once' : `${numeral(times)} times`} in the last 5 min.`,
  soundTodo: 'If it stays so, save the support bundle.',
  fileTodo: 'Check it in Files.',
  diskTodo: 'Make room: imports and play copies stop at 1 GB.',
  unnamed: 'A destination',
} as const

/** `2,400` thousand bits a second as `2.4 Mbit/s`. */
export const bitRate = (kbps: number): string => `${numeral(Math.round(kbps / 100) / 10)} Mbit/s`
