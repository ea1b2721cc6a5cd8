import { type ChangeEvent, memo } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'
import { canEncode } from '../../../shared/words/files/files.ts'
import * as words from '../../../shared/words/files/library.ts'
import { beside, clockTime } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { encodeName } from '../../../shared/words/show/check.ts'
import { usePanel } from '../../store/context.tsx'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Hourglass, Warning } from '../../ui/icons/icons.tsx'
import { useRows } from '../../ui/list/useArrows.ts'
import { EndWork, onStudio, type Work } from './EndWork.tsx'

interface Props {
  shown: readonly TimedFile[]
  /** A change of this value identifies another list, whose rows render from the start again. */
  what: string
  marked: ReadonlySet<string>
  /** Progress in percent by file id, for files that are being encoded. */
  encodes: ReadonlyMap<string, number | null>
  /** The usual loudness of the files, in LUFS; null: too few were measured. */
  usual: number | null
  onMark(id: string, isRun: boolean): void
}

/** The rows of the list, each with a checkbox. Arrow keys move between rows, Space marks. */
export function FileRows({ shown, what, marked, encodes, usual, onMark }: Props) {
  const rows = useRows({ all: shown, idOf: ({ id }) => id, row: 'file', what })
  const canEnd = usePanel(onStudio)
  return (
    <ul className="file-rows" {...rows.listens}>
      {rows.shown.map((file) => (
        <Row
          key={file.id}
          file={file}
          isMarked={marked.has(file.id)}
          isEntry={file === rows.entry}
          encoding={encodes.get(file.id)}
          usual={usual}
          canEnd={canEnd}
          onMark={onMark}
        />
      ))}
    </ul>
  )
}

interface RowProps extends Pick<Props, 'onMark' | 'usual'> {
  file: TimedFile
  isMarked: boolean
  /** Whether Tab leads to this row. */
  isEntry: boolean
  /** Undefined: the file is not being encoded. */
  encoding: number | null | undefined
  /** The service in use can end what it does on a file. */
  canEnd: boolean
}

/** What is being done on a file now, if anything. */
function workOn(errors: readonly string[], encoding: number | null | undefined): Work | null {
  if (encoding !== undefined || errors.includes('encoding_in_progress')) return 'encode'
  return errors.includes('import_in_progress') ? 'import' : null
}

const Row = memo(function Row({ file, isMarked, isEntry, encoding, usual, canEnd, onMark }: RowProps) {
  const { id, type, durationSec, loudnessLufs: lufs, metadata } = file
  const name = file.name || EMPTY.nameless
  const errors = file.issues?.errors ?? []
  const work = workOn(errors, encoding)
  const busy = work !== null
  const apart = usual === null || lufs === null ? 0 : lufs - usual
  const state =
    encoding === undefined ? words.fileState(errors, file.issues?.warnings ?? [], apart) : words.encodingAt(encoding)
  const length =
    type === 'image' ? null : durationSec === null ? words.FILE_LIST_WORDS.noLength : clockTime(durationSec)
  const kind = words.KIND_NAMES[type as keyof typeof words.KIND_NAMES] ?? type
  const picture = metadata && beside([metadata.resolution, metadata.frameRate && words.frames(metadata.frameRate)])
  const mark = ({ nativeEvent }: ChangeEvent) => onMark(id, (nativeEvent as MouseEvent).shiftKey)
  const mends = errors.length > 0 && !busy && canEncode(errors)
  return (
    <li>
      <label className="list-row file-row" data-bad={(errors.length > 0 && !busy) || undefined}>
        <input
          type="checkbox"
          className="file"
          data-file={id}
          checked={isMarked}
          tabIndex={isEntry ? 0 : -1}
          onChange={mark}
        />
        <span className="file-name clip" title={name}>
          {name}{' '}
        </span>
        <small className="file-length num">{length} </small>
        <small className="file-kind clip">
          {beside([kind, picture || null, lufs === null ? null : words.loudness(lufs)])}{' '}
        </small>
        <small className="file-state">
          {busy ? <Hourglass /> : errors.length > 0 && <Warning />}
          {state}
        </small>
      </label>
      {mends && <EncodeThis id={id} name={name} tabIndex={isEntry ? 0 : -1} />}
      {work && canEnd && (
        <div className="file-encode">
          <EndWork work={work} fileId={id} name={name} spot={`edit:end ${id}`} tabIndex={isEntry ? 0 : -1} />
        </div>
      )}
    </li>
  )
})

/** Encodes one file. Tab leads to it only from its own row. */
function EncodeThis({ id, name, tabIndex }: { id: string; name: string; tabIndex: number }) {
  const spot = `edit:encode ${id}` as const
  return (
    <div className="file-encode">
      <CommandButton
        name={encodeName(1)}
        of={name}
        spot={spot}
        tabIndex={tabIndex}
        command={{ type: 'edit', operation: 'encodeFiles', input: { fileIds: [id] } }}
      />
      <Answer spots={[spot]} />
    </div>
  )
}
