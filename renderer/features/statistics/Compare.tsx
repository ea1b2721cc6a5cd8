import { numeral } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/reports/statistics.ts'
import { useProjectName, useProjects } from '../../data/projects.ts'
import { useAddress } from '../../store/useAddress.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Columns } from '../../ui/list/Columns.tsx'
import { ProjectSwitcher } from '../../ui/project/ProjectHead.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { Bars } from './Bars.tsx'
import { type Broadcast, lengthOf, type Statistics, useStatistics } from './broadcast.ts'
import { Missing } from './Missing.tsx'
import { Scrolled } from './Scrolled.tsx'

interface WithProps {
  projectId: string
  broadcast: Broadcast
  /** The broadcasts of the project to compare with. */
  others: readonly Broadcast[]
}

/** Chooses the broadcast to compare with: from the same project or another one. */
export function CompareWith({ projectId, broadcast, others }: WithProps) {
  const { address, adjust } = useAddress('reports')
  const of = address.of ?? projectId
  const name = useProjectName(of)
  return (
    <div className="field reports-with">
      <label htmlFor="compare-with">{words.REPORT_NAMES.compareWith}</label>
      <ProjectSwitcher
        of={words.REPORT_NAMES.compareProject}
        projectId={of}
        name={name}
        useProjects={useProjects}
        onChoose={(to) => adjust({ of: to === projectId ? null : to, with: null })}
      />
      <select
        id="compare-with"
        value={address.with ?? ''}
        onChange={({ target }) => adjust({ with: target.value || null })}
      >
        <option value="">{words.REPORT_NAMES.nothing}</option>
        {others
          .filter(({ liveId }) => liveId !== broadcast.liveId)
          .map(({ liveId, date }) => (
            <option key={liveId} value={liveId}>
              {words.startOf(date)}
            </option>
          ))}
      </select>
    </div>
  )
}

/** Two broadcasts side by side. If their lengths differ, totals are also shown per day or per hour. */
export function Compare({ a, b }: { a: Broadcast; b: Broadcast }) {
  const [ofA, ofB] = [useStatistics(a.liveId), useStatistics(b.liveId)]
  // The numbers of the first broadcast, above, already report this error.
  if (ofA.error) return null
  if (ofB.error) return <Missing error={ofB.error} headline={words.FAILED.statistics} onAgain={() => ofB.refetch()} />
  if (!ofA.data || !ofB.data) return <Skeleton text={words.READING.statistics} count={3} />
  const each = eachOf(a, b)
  const days = [ofA, ofB].map(({ data }) => data?.value.sections?.dailyTrend ?? [])
  const names = Array.from({ length: Math.max(...days.map((one) => one.length)) }, (_, nr) => words.dayNr(nr + 1))
  return (
    <Card heading={words.HEADINGS_OF.compared} level={3}>
      {each && <p className="small">{words.unlike(each)}</p>}
      <Scrolled name={words.HEADINGS_OF.compared}>
        <table className="table num compare-table">
          <Columns
            names={[
              words.COLUMN_NAMES.number,
              words.sideOf(0, a.date),
              words.sideOf(1, b.date),
              words.COLUMN_NAMES.difference,
            ]}
          />
          <tbody>
            {linesOf(a, b, ofA.data.value, ofB.data.value).map(({ name, tell, values: [one, other] }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{one === null ? words.NOT_KNOWN : tell(one)}</td>
                <td>{other === null ? words.NOT_KNOWN : tell(other)}</td>
                <td>{one === null || other === null ? words.NOT_COMPARED : words.difference(one, other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {names.length > 1 && (
        <Bars
          of={words.COLUMN_NAMES.day}
          names={names}
          series={words.SIDES.map((name, nth) => ({
            name,
            values: names.map((_, nr) => days[nth]?.[nr]?.views ?? null),
          }))}
          format={numeral}
        />
      )}
    </Card>
  )
}

interface Line {
  name: string
  tell(value: number): string
  values: readonly [number | null, number | null]
}

const UNIT = { day: 86_400, hour: 3_600 } as const

/** The unit for rates; null if both ran about equally long, or if a length is unknown. */
function eachOf(a: Broadcast, b: Broadcast): keyof typeof UNIT | null {
  const [long, short] = [Math.max(a.duration ?? 0, b.duration ?? 0), Math.min(a.duration ?? 0, b.duration ?? 0)]
  if (short === 0 || long / short < 1.05) return null
  return short >= 2 * UNIT.day ? 'day' : 'hour'
}

function linesOf(a: Broadcast, b: Broadcast, one: Statistics, other: Statistics): Line[] {
  const NAMES = words.NUMBER_NAMES
  const both = (of: (statistics: Statistics) => number | null | undefined) =>
    [of(one) ?? null, of(other) ?? null] as const
  const views = both(({ overview }) => overview.views)
  const minutes = both(({ overview }) => overview.watchTimeMinutes)
  const each = eachOf(a, b)
  const sums = [
    { name: NAMES.views, tell: numeral, values: views },
    { name: NAMES.watchTime, tell: words.watchTime, values: minutes },
  ]
  const rates = each === null ? [] : sums.map((line) => ratedBy(line, each, [a, b]))
  return [
    { name: words.COLUMN_NAMES.length, tell: (seconds) => lengthOf(seconds) ?? '', values: [a.duration, b.duration] },
    ...sums,
    ...rates,
    { name: NAMES.perView, tell: words.perView, values: both(({ overview }) => overview.averageViewDurationSec) },
    { name: NAMES.peak, tell: numeral, values: both(({ livestream }) => livestream?.peakConcurrentViewers) },
    { name: NAMES.average, tell: numeral, values: both(({ livestream }) => livestream?.averageConcurrentViewers) },
    ...revenueOf(one, other),
  ]
}

function ratedBy({ name, tell, values }: Line, each: keyof typeof UNIT, of: readonly [Broadcast, Broadcast]): Line {
  const rated = (nr: 0 | 1) => {
    const [value, seconds] = [values[nr], of[nr].duration]
    return value === null || !seconds ? null : Math.round((value * UNIT[each]) / seconds)
  }
  return { name: words.named(name, each), tell, values: [rated(0), rated(1)] }
}

/** Amounts in different currencies are not compared. */
function revenueOf({ revenue: one }: Statistics, { revenue: other }: Statistics): Line[] {
  const currency = one?.currency ?? other?.currency
  if (!currency || (one && other && one.currency !== other.currency)) return []
  const values = [one?.estimatedRevenue ?? null, other?.estimatedRevenue ?? null] as const
  return [{ name: words.NUMBER_NAMES.revenue, tell: (amount) => words.money(amount, currency), values }]
}
