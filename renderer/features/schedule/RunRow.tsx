import { clashesOf, type Run } from '../../../shared/schedule/runs.ts'
import { PROVIDER_WORDS } from '../../../shared/words/destinations.ts'
import { inARow, timeOfDay } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { clash, NOT_SENT, ON_AIR, runFacts } from '../../../shared/words/planning.ts'
import { useAddress } from './address.ts'

export const nameOf = ({ name }: Pick<Run, 'name'>): string => name || EMPTY.nameless

export const outletsOf = ({ outlets }: Pick<Run, 'outlets'>): string[] =>
  outlets.map(({ name, provider }) => name ?? PROVIDER_WORDS[provider])

/** One run of a day: when, what, how long, where to. It leads to the dates of its project. */
export function RunRow({ run, all }: { run: Run; all: readonly Run[] }) {
  const { address, to } = useAddress()
  const clashes = clashesOf(run, all)
  const name = nameOf(run)
  return (
    <a
      className="run plain"
      href={to({ project: run.projectId })}
      aria-current={address.project === run.projectId || undefined}
      data-clash={clashes.length > 0 || undefined}
      data-typed={run.isTyped}
      title={run.isTyped ? inARow([name, NOT_SENT]) : name}
    >
      <b className="num">
        {run.isRunning ? <span className="tag run-on-air">{ON_AIR}</span> : timeOfDay(run.at, false)}
      </b>
      <span className="clip run-name">{name}</span>
      <small className="run-facts">{run.isTyped ? NOT_SENT : runFacts(run.end, run.at, outletsOf(run))}</small>
      {clashes.length > 0 && (
        <small className="run-clash">{clash(clashes.map((one) => ({ name: nameOf(one), end: one.end })))}</small>
      )}
    </a>
  )
}
