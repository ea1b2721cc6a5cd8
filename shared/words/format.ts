/** Numbers, times and lists, formatted for the language's readers. */
import { once } from '../util/once.ts'
import { LANGUAGE } from './language.ts'

// Each is made on first use: together they cost a page as much start-up time as the rest of its script.
const numbers = once(() => new Intl.NumberFormat(LANGUAGE.tag))
const plurals = once(() => new Intl.PluralRules(LANGUAGE.tag))
const lists = once(() => new Intl.ListFormat(LANGUAGE.tag, { type: 'conjunction' }))
const rows = once(() => new Intl.ListFormat(LANGUAGE.tag, { type: 'unit' }))

/** 12345 → `12,345`. */
export const numeral = (value: number): string => numbers().format(value)

/** A sentence as a headline, without the full stop. */
export const asHeadline = (sentence: string): string => sentence.replace(/\.$/, '')

/** An amount of data in decimal units: `1.3 GB`, `350 MB`. */
export function dataSize(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB']
  const count = bytes / unit
  return `${numeral(count < 10 ? Math.round(count * 10) / 10 : Math.round(count))} ${name}`
}

/** Capitalises a phrase that elsewhere follows a colon, for the beginning of a line. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(LANGUAGE.tag) + text.slice(1)

/** 3661 s → `1:01:01`, 61 s → `1:01`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = `${String(m).padStart(h ? 2 : 1, '0')}:${String(s).padStart(2, '0')}`
  return h ? `${h}:${tail}` : tail
}

/** A duration in words: `2 h`, `1 h 5 min`, `45 s`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return m ? `${h} h ${m} min` : `${h} h`
}

/** A duration chosen by the user, not rounded away: `1.5 s`, `3 s`, `5 min`. */
export const exactSpan = (ms: number): string =>
  ms >= 120_000 && ms % 60_000 === 0 ? span(ms) : `${(Math.round(ms / 100) / 10).toLocaleString(LANGUAGE.tag)} s`

/** 0.08 s → `80 ms`, 14.2 s → `14.2 s`. */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return `${(ms / 1000).toLocaleString(LANGUAGE.tag, digits)} s`
}

/** `1 part`, `2 parts`. A language with more than two plural forms brings its own `counted`, by `Intl.PluralRules`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${plurals().select(count) === 'one' ? one : many}`

/** `A`, `A and B`, `A, B and C`. */
export const listed = (names: readonly string[]): string => lists().format(names)

/** `A, B, C`: for parts where "and" would not fit. */
export const inARow = (parts: readonly string[]): string => rows().format(parts)

/**
 * Formats moments in this machine's local time, or as calendar days. Making a format costs as much as using it fifty
 * times, so each is made once: for UTC, because one for the local zone would not follow a change of zone.
 */
const moments = {
  here: (options: Intl.DateTimeFormatOptions) =>
    told(options, (at) => at - new Date(at).getTimezoneOffset() * 60_000),
  ofCalendar: (options: Intl.DateTimeFormatOptions) => told(options, (at) => at),
}

function told(options: Intl.DateTimeFormatOptions, shownAs: (at: number) => number): (at: number) => string {
  const format = once(() => new Intl.DateTimeFormat(LANGUAGE.tag, { ...options, timeZone: 'UTC' }))
  return (at) => {
    const shown = new Date(shownAs(at))
    return Number.isNaN(shown.getTime()) ? String(shown) : format().format(shown)
  }
}

const minuteOfDay = moments.here({ hour: '2-digit', minute: '2-digit' })
const secondOfDay = moments.here({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayHere = moments.here({ weekday: 'short', day: 'numeric', month: 'short' })
const dayOfCalendar = moments.ofCalendar({ weekday: 'short', day: 'numeric', month: 'short' })

/** A time of day, as in the journal. */
export const timeOfDay = (at: number, withSeconds = true): string => (withSeconds ? secondOfDay : minuteOfDay)(at)

/** Wed, 14 Oct: in local time, or of a calendar day. */
export const dayName = (at: number, ofCalendar = false): string => (ofCalendar ? dayOfCalendar : dayHere)(at)

/** Wed, 14 Oct, 20:00. */
export const when = (at: number): string => `${dayName(at)}, ${timeOfDay(at, false)}`

/** @param at wall ms of its next date; null: unknown */
export const isScheduledFor = (projectName: string, at: number | null): string =>
  `${projectName} is scheduled${at === null ? '' : ` for ${when(at)}`}.`

/** 20 November 2026. */
export const dayOf = moments.here({ day: 'numeric', month: 'long', year: 'numeric' })

/** 20 Nov 2026: for tables. */
export const shortDayOf = moments.here({ day: 'numeric', month: 'short', year: 'numeric' })

/** A moment in local time, for tables: `Fri, 27 Nov 2026, 20:00`. */
export const momentOf = moments.here({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
})

/** A name as typed, shortened because the user may have pasted a whole page. */
export const quotedName = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`

/** A text from elsewhere as a sentence: with exactly one full stop. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** The system's message as an additional sentence; null: there is none. */
export const afterwards = (text: string | null): string => (text === null ? '' : ` ${asSentence(text)}`)

/** Facts in a row: `A · B`. Null facts are omitted. */
export const beside = (facts: readonly (string | number | null)[]): string =>
  facts.filter((fact) => fact !== null).join(' · ')

/** ` on A and B`; empty if no destination is known. */
export const onPlaces = (names: readonly string[]): string => (names.length ? ` on ${listed(names)}` : '')

/** `A is`, `A and B are`. */
export const theyAre = (names: readonly string[], mayBe = false): string =>
  `${listed(names)} ${names.length === 1 ? 'is' : 'are'}${mayBe ? ', or may be,' : ''}`
