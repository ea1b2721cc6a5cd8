/** A date as a user types it, in the time zone of this machine. */
import { dayAfter, momentsOf, offsetAt, wallOf } from '../../shared/schedule/zones.ts'
import { MINUTE_MS } from '../../shared/util/clock.ts'

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** `20:00`, `8pm`, `tomorrow 19:00`, `fri 20:00`, `2026-11-27 20:00`. */
const TYPED =
  /^(?:(?<day>[a-z]{3,9}|\d{4}-\d{2}-\d{2})[ t,]{1,3})?(?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<half>am|pm)?$/
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?[+-]\d{2}:\d{2}$/
const LONGEST = 40

/**
 * The moment that was typed, in wall ms: none if it cannot be understood, two of an hour that the clock shows twice. A
 * time alone or a day of the week means the next one to come.
 *
 * @param now wall ms
 */
export function momentsTyped(text: string, now: number, zone: string): number[] {
  const typed = text.trim().toLowerCase()
  if (typed.length > LONGEST) return []
  if (WITH_OFFSET.test(typed)) return [Date.parse(typed)].filter((at) => !Number.isNaN(at))
  const { day = '', ...shown } = TYPED.exec(typed)?.groups ?? {}
  const time = timeOf(shown)
  if (time === null) return []
  for (const date of datesOf(day, wallOf(now, zone).slice(0, 10))) {
    // An explicit date or `today` is taken as typed even if it is past: the service reports that.
    const moments = momentsOf(`${date}T${time}`, zone).filter((at) => at > now || !isNextOfSeveral(day))
    if (moments.length > 0) return moments
  }
  return []
}

/** A moment as it can be typed when the clock shows its hour twice: `2027-10-31T02:30+02:00`. */
export function typedWithOffset(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(at, zone) / MINUTE_MS)
  const digits = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((one) =>
    String(one).padStart(2, '0'),
  )
  return `${wallOf(at, zone)}${minutes < 0 ? '-' : '+'}${digits.join(':')}`
}

const isNextOfSeveral = (day: string) => day === '' || weekday(day) >= 0
/** By its name or the beginning of it, 0 to 6 from Sunday; -1: it is no weekday. */
const weekday = (day: string) => (day.length < 3 ? -1 : WEEK.findIndex((name) => name.startsWith(day)))

/** The dates that may be meant, earliest first. */
function datesOf(day: string, today: string): string[] {
  if (/^\d/.test(day)) return [day]
  if (day === 'today') return [today]
  if (day === 'tomorrow') return [dayAfter(today, 1)]
  if (day === '') return [today, dayAfter(today, 1)]
  const wanted = weekday(day)
  if (wanted < 0) return []
  const ahead = (wanted - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7
  return [dayAfter(today, ahead), dayAfter(today, ahead + 7)]
}

/** `8`, undefined, `pm` → `20:00`; null: there is no such time. A number alone is not a time. */
function timeOf({ hour, minute, half }: Record<string, string | undefined>): string | null {
  if (hour === undefined || (minute === undefined && half === undefined)) return null
  const [h, m] = [Number(hour), Number(minute ?? 0)]
  if (half !== undefined && (h < 1 || h > 12)) return null
  const whole = half === undefined ? h : (h % 12) + (half === 'pm' ? 12 : 0)
  return whole > 23 || m > 59 ? null : [whole, m].map((part) => String(part).padStart(2, '0')).join(':')
}
