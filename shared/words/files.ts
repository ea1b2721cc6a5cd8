/** What is said of files: what keeps one from being used, and how it stands after an import or an encode. */
import { asSentence, inARow } from './format.ts'

/** Errors of a file (contract notes, "File"). */
const ISSUES: Readonly<Record<string, string>> = {
  transfer_failed: 'its import failed',
  import_in_progress: 'it is still importing',
  encoding_in_progress: 'it is still encoding',
  moov_atom_position: 'its index is at the end',
  unsupported_video_codec: 'its video format cannot be broadcast',
  unsupported_audio_codec: 'its audio format cannot be broadcast',
  bitrate_too_high: 'its bitrate is too high',
  resolution_too_high: 'its resolution is too high',
  fps_exceeds_limit: 'its frame rate is too high',
  high_bitrate: 'its bitrate is high',
  no_audio_track: 'it has no sound',
}

/** A code that we have no words for is told as it came. */
export const fileIssues = (codes: readonly string[]): string => inARow(codes.map((code) => ISSUES[code] ?? code))

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
