import { dayAfter, momentsOf, wallOf } from '../../../shared/schedule/zones.ts'
import { withoutRounds } from '../../../shared/timeline/guide.ts'
import { MINUTE_MS } from '../../../shared/util/clock.ts'
import { useRead } from '../../data/queries.ts'
import { zoneHere } from '../../data/usePlan.ts'
import { useAddress } from '../../store/useAddress.ts'
import { useNow } from '../../store/useTimed.ts'

const HOURS = 24

/** What plays in the next 24 hours of a project, and the chosen time. Shared by the list and the guide. */
export function useGuide(projectId: string) {
  const { data, error, isPlaceholderData } = useRead('whatPlays', { projectId, hours: HOURS })
  const { address, adjust } = useAddress('schedule')
  const now = useNow(MINUTE_MS)
  const forecast = isPlaceholderData ? undefined : data?.value
  return {
    error,
    forecast: forecast,
    readAt: data?.readAt ?? null,
    items: forecast ? withoutRounds(forecast.items) : [],
    /** Each time of day occurs once in the next 24 hours. */
    from: address.at === null ? null : nextMoment(address.at, now, zoneHere()),
    at: address.at,
    lookAt: (at: string | null) => adjust({ at }),
    now,
  }
}

/** The next moment with this local time; null: not a time, or skipped by a clock change. */
function nextMoment(time: string, now: number, zone: string): number | null {
  const today = wallOf(now, zone).slice(0, 10)
  const moments = [today, dayAfter(today, 1)].flatMap((day) => momentsOf(`${day}T${time}`, zone))
  return moments.find((at) => at >= now) ?? null
}
