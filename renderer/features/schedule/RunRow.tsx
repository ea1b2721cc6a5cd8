import { clashesOf, type Run } from '../../../shared/schedule/runs.ts'
import { beside, inARow, timeOfDay } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { PROVIDER_WORDS } from '../../../shared/words/projects/destinations.ts'
import { clash, endsAt, LEAVING, NOT_SENT, ON_AIR, runFacts } from '../../../shared/words/schedule/planning.ts'
import { useAddress } from '../../store/useAddress.ts'
import { Warning } from '../../ui/icons/icons.tsx'
import { Cut } from '../../ui/list/Cut.tsx'
import type { CellProps } from './useCells.ts'

export const nameOf = ({ name }: Pick<Run, 'name'>): string => name || EMPTY.nameless

export const outletsOf = ({ outlets }: Pick<Run, 'outlets'>): string[] =>
  outlets.map(({ name, provider }) => name ?? PROVIDER_WORDS[provider])

/** Names the other runs that use one of its destinations at the same time; null: none. */
export const clashLine = (clashes: readonly Run[]): string | null =>
  clashes.length === 0 ? null : clash(clashes.map((one) => ({ ...one, name: nameOf(one) })))

interface Props {
  run: Run
  all: readonly Run[]
  /** The props of a cell in the month grid, where the run can be moved to another day. */
  cell?: CellProps | undefined
}

/** One run of a day: time, name, length and destinations. It links to the dates of its project. */
export function RunRow({ run, all, cell }: Props) {
  const { address, to } = useAddress('schedule')
  const clashes = clashLine(clashesOf(run, all))
  const name = nameOf(run)
  const length = run.isRunning
    ? inARow([endsAt(run.end, run.at), ...outletsOf(run)])
    : runFacts(run.end, run.at, outletsOf(run))
  const facts = run.isTyped ? NOT_SENT : run.isLeaving ? LEAVING : length
  return (
    <a
      className="run plain"
      href={to({ project: run.projectId })}
      aria-current={address.project === run.projectId || undefined}
      data-clash={clashes !== null || undefined}
      data-typed={run.isTyped}
      data-leaving={run.isLeaving || undefined}
      title={beside([name, facts, clashes])}
      {...cell}
    >
      <b className="num">
        {run.isRunning ? (
          <span className="tag run-on-air" data-air>
            {ON_AIR}
          </span>
        ) : (
          timeOfDay(run.at, false)
        )}
        {clashes !== null && (
          <span className="run-mark">
            <Warning />
          </span>
        )}
      </b>
      <Cut text={name} className="run-name strong" />
      <small className="run-facts">{facts}</small>
      {clashes !== null && <small className="run-clash">{clashes}</small>}
    </a>
  )
}
