import { Fragment, memo, type ReactNode } from 'react'
import type { OperationEntry } from '../../../shared/state.ts'
import { took } from '../../../shared/words/format.ts'
import {
  AIR_WORDS,
  CLASS_WORDS,
  COLUMNS,
  INTERFACE_WORDS,
  lastResult,
  PART_WORDS,
  REPEAT_WORDS,
  type SHOWN_WORDS,
  type SORT_WORDS,
  SOURCE_OF,
} from '../../../shared/words/panel/interface.ts'
import { timeOfDay } from '../../../shared/words/show/show.ts'
import { Cross } from '../../ui/icons/icons.tsx'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'
import { Columns } from '../../ui/list/Columns.tsx'

/** A table if there is space, otherwise cards. */
export function Operations({ operations }: { operations: readonly OperationEntry[] }) {
  return (
    <table className="table operations">
      <Columns names={Object.values(COLUMNS)} />
      <tbody>
        {operations.map((operation) => (
          <Row key={operation.name} operation={operation} />
        ))}
      </tbody>
    </table>
  )
}

const PARTS = ['path', 'request', 'response'] as const

const Row = memo(function Row({ operation }: { operation: OperationEntry }) {
  const { name, method, path, overridden, sources, sent } = operation
  return (
    <tr>
      <th scope="row">
        <span className="operation-name">{name}</span>
        {overridden && <span className="tag">{INTERFACE_WORDS.overridden}</span>}
        <code>
          <b>{method}</b> {breakable(path, '/')}
        </code>
      </th>
      <td data-column={COLUMNS.sources}>
        <ul className="small sources">
          {PARTS.map((part) => (
            <li key={part}>
              {PART_WORDS[part]}{' '}
              <span className="source" data-source={sources[part]}>
                {SOURCE_OF[sources[part]].name}
              </span>
            </li>
          ))}
        </ul>
      </td>
      <td data-column={COLUMNS.nature}>
        <ul className="small nature">
          <li>{CLASS_WORDS[operation.class]}</li>
          <li>{REPEAT_WORDS[operation.repeat]}</li>
          <li>{AIR_WORDS[operation.air]}</li>
        </ul>
      </td>
      <td data-column={COLUMNS.sent} className="num strong operation-sent">
        {sent}
      </td>
      <td data-column={COLUMNS.last}>
        <Last last={operation.last} />
      </td>
    </tr>
  )
})

/** A long text without spaces that may break only after this character. */
function breakable(text: string, after: string): ReactNode {
  const parts = text.split(after)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified only by their position
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && after}
      <wbr />
    </Fragment>
  ))
}

function Last({ last }: { last: OperationEntry['last'] }) {
  if (!last) return <span className="small">{INTERFACE_WORDS.never}</span>
  return (
    <div className={last.failure === null ? 'noted' : 'noted strong'}>
      {last.failure === null ? <GoodTick /> : <Cross />}
      <span>
        {lastResult(last)}
        {last.code === null ? <br /> : <code>{breakable(last.code, '_')}</code>}
        <span className="small num">
          {took(last.ms)} · {timeOfDay(last.at)}
        </span>
      </span>
    </div>
  )
}

export type Shown = keyof typeof SHOWN_WORDS
export type Sort = keyof typeof SORT_WORDS

const SHOWN: Record<Shown, (one: OperationEntry) => boolean> = {
  all: () => true,
  sent: ({ sent }) => sent > 0,
  failed: ({ last }) => last !== null && last.failure !== null,
  assumed: ({ sources }) => Object.values(sources).includes('A'),
  overridden: ({ overridden }) => overridden,
}

const SORTS: Record<Sort, (a: OperationEntry, b: OperationEntry) => number> = {
  contract: () => 0,
  name: (a, b) => a.name.localeCompare(b.name),
  sent: (a, b) => b.sent - a.sent,
  latest: (a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0),
  slowest: (a, b) => (b.last?.ms ?? -1) - (a.last?.ms ?? -1),
}

/** The operations of a kind whose name, method or path contains this text, sorted. */
export function chosenOperations(
  all: readonly OperationEntry[],
  { sought, shown, sort }: { sought: string; shown: Shown; sort: Sort },
): OperationEntry[] {
  const letters = sought.trim().toLowerCase()
  const has = ({ name, method, path }: OperationEntry) => `${name} ${method} ${path}`.toLowerCase().includes(letters)
  return all.filter((one) => SHOWN[shown](one) && has(one)).sort(SORTS[sort])
}
