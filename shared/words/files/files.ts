/** Texts about files: why one cannot be used, and its state after an import or an encode. */
import type { z } from 'zod'
import type { File } from '../../contract/records.ts'
import { asSentence, dataSize, inARow, numeral } from '../format.ts'

/** Errors of a file (contract notes, "File"). */
const ISSUES: Readonly<Record<string, string>> = {
  transfer_failed: 'its import failed',
  import_in_progress: 'it is still importing',
  encoding_in_progress: 'it is still encoding',
  moov_atom_position: 'it is not made for streaming',
  unsupported_video_codec: 'its video format cannot be broadcast',
  unsupported_audio_codec: 'its audio format cannot be broadcast',
  bitrate_too_high: 'its bitrate is too high',
  resolution_too_high: 'its resolution is too high',
  fps_exceeds_limit: 'its frame rate is too high',
  high_bitrate: 'its bitrate is high',
  no_audio_track: 'it has no sound',
  not_examined: 'nobody could look at it',
  not_mended: 'its index could not be moved to the front',
  encode_failed: 'its last encode failed',
}

/** An unknown code is shown unchanged; the text after a colon gives details. */
function issue(text: string): string {
  const [code = '', ...more] = text.split(': ')
  const words = ISSUES[code]
  return words === undefined ? text : [words, ...more].join(': ').replace(/\.$/, '')
}

export const fileIssues = (codes: readonly string[]): string => inARow(codes.map(issue))

type EncodePlan = NonNullable<z.output<typeof File>['encodePlan']>

/** What an encode will do and cost, shown before it is requested; null: unknown. */
export function encodeCost(plans: readonly EncodePlan[]): string | null {
  const [first] = plans
  if (!first) return null
  const size = plans.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? Number.NaN), 0)
  const most = Number.isFinite(size) ? `${plans.length > 1 ? 'about ' : ''}${dataSize(size)}` : null
  if (plans.length === 1) return costOfOne(first, most)
  const of = (isOne: (plan: EncodePlan) => boolean, what: string) => {
    const { length } = plans.filter(isOne)
    return length > 0 ? `${numeral(length)} ${what}` : null
  }
  const parts = [
    of(({ picture, sound }) => !picture && !sound, 'copied without loss'),
    of(({ picture, sound }) => !picture && sound, 'with new sound, the picture kept'),
    of(({ picture }) => picture, 'with a new picture, which loses fine detail'),
  ]
  return asSentence(
    inARow([`Encoding: ${parts.filter((part) => part !== null).join('; ')}`, ...(most ? [`in all ${most}`] : [])]),
  )
}

function costOfOne({ picture, sound, bitrateMbps }: EncodePlan, size: string | null): string {
  const rate = bitrateMbps ? `${numeral(Math.round(bitrateMbps * 10) / 10)} Mb/s` : null
  const most = [rate, size].filter((part) => part !== null)
  const limits = most.length > 0 ? `, at most ${most.join(', ')}` : ''
  if (picture) return `Encoding makes the picture new${limits}. Fine detail is lost.`
  if (sound) return `Encoding makes the sound new and keeps the picture as it is${limits}.`
  return `Encoding copies it without loss${size ? `, ${size}` : ''}.`
}

const NOT_BY_ENCODING = ['transfer_failed', 'import_in_progress', 'encoding_in_progress']
export const canEncode = (errors: readonly string[]): boolean => !errors.some((one) => NOT_BY_ENCODING.includes(one))

export const FILE_WORDS = {
  ready: (name: string, warnings: readonly string[]) =>
    `${name}: can be used.${warnings.length > 0 ? ` ${asSentence(fileIssues(warnings))}` : ''}`,
  cannotBeUsed: (name: string, errors: readonly string[]) => `${name}: cannot be used: ${fileIssues(errors)}.`,
  notImported: (name: string, why: string) => `${name}: not imported. ${asSentence(why)}`,
  stopped: 'It was stopped.',
  noReason: 'The service does not say why.',
  encodeIt: (ids: readonly string[]) =>
    `To encode it: cuelight edit encodeFiles ${ids.map((id) => `--file-ids ${id}`).join(' ')} --wait`,
  underWay: (count: number) => `${count} still under way`,
} as const
