import { PlayedFile } from '../../../shared/contract/records.ts'
import { csv } from '../../../shared/util/csv.ts'
import { Text } from './reply.ts'

const COLUMNS = Object.keys(PlayedFile.shape)

/** Does the caller want a table rather than JSON? The first of the two it names decides. */
export function wantsCsv(accept = ''): boolean {
  const types = accept.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase())
  return types.find((type) => type === 'text/csv' || type === 'application/json') === 'text/csv'
}

/** Rows of the played-file log as a table: the record's fields are its columns. */
export function playedFilesCsv(rows: readonly Readonly<Record<string, unknown>>[]): Text {
  return new Text(
    'text/csv; charset=utf-8',
    csv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]),
  )
}
