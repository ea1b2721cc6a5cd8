/** Numbers, times and lists as people of the language read them. */
import { once } from '../util/once.ts'
import { LANGUAGE } from './language.ts'

// Each is made when it is first used: together they cost a page as much as the rest of its script when it starts.
const numbers = once(() => new Intl.NumberFormat(LANGUAGE.tag))
const plurals = once(() => new Intl.PluralRules(LANGUAGE.tag))
const lists = once(() => new Intl.ListFormat(LANGUAGE.tag, { type: 'conjunction' }))
const rows = once(() => new Intl.ListFormat(LANGUAGE.tag, { type: 'unit' }))

/** 12345 → `12,345`. */
export const numeral = (value: number): string => numbers().format(value)

/** A sentence as large words by themselves, which have no full stop at their end. */
export const asHeadline = (sentence: string): string => sentence.replace(/\.$/, '')

/** How much data, as shops and systems count it: `1.3 GB`, `350 MB`. */
export function dataSize(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB']
  const count = bytes / unit
  return `${numeral(count < 10 ? Math.round(count * 10) / 10 : Math.round(count))} ${name}`
}

/** What is told after a colon elsewhere, where it begins a line. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(LANGUAGE.tag) + text.slice(1)

/** 3661 s → `1:01:01`, 61 s → `1:01`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = `${String(m).padStart(h ? 2 : 1, '0')}:${String(s).padStart(2, '0')}`
  return h ? `${h}:${tail}` : tail
}

/** A length of time in words: `2 h`, `1 h 5 min`, `45 s`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return m ? `${h} h ${m} min` : `${h} h`
}

/** A length of time that somebody chose, not rounded away: `1.5 s`, `3 s`, `5 min`. */
export const exactSpan = (ms: number): string =>
  ms >= 120_000 && ms % 60_000 === 0 ? span(ms) : `${(Math.round(ms / 100) / 10).toLocaleString(LANGUAGE.tag)} s`

/** 0.08 s → `80 ms`, 14.2 s → `14.2 s`. */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return `${(ms / 1000).toLocaleString(LANGUAGE.tag, digits)} s`
}

/** `1 part`, `2 parts`. A language with more forms than two counts in a way of its own, by `Intl.PluralRules`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${plurals().select(count) === 'one' ? one : many}`

/** `A`, `A and B`, `A, B and C`. */
export const listed = (names: readonly string[]): string => lists().format(names)

/** `A, B, C`: beside each other, where no "and" would fit. */
export const inARow = (parts: readonly string[]): string => rows().format(parts)

/**
 * Tell moments by the clocks of this machine, or as a calendar has them. Making a format costs as much as using it fifty times,
 * so it is made once: for UTC, as one made for the zone of the machine would not follow when that is changed.
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

/** A time of day, as a journal writes it. */
export const timeOfDay = (at: number, withSeconds = true): string => (withSeconds ? secondOfDay : minuteOfDay)(at)

/** Wed, 14 Oct: as clocks here say, or of a day of the calendar. */
export const dayName = (at: number, ofCalendar = false): string => (ofCalendar ? dayOfCalendar : dayHere)(at)

/** Wed, 14 Oct, 20:00. */
export const when = (at: number): string => `${dayName(at)}, ${timeOfDay(at, false)}`

/** @param at wall ms of its next date; null: not known */
export const isScheduledFor = (projectName: string, at: number | null): string =>
  `${projectName} is scheduled${at === null ? '' : ` for ${when(at)}`}.`

/** 20 November 2026. */
export const dayOf = moments.here({ day: 'numeric', month: 'long', year: 'numeric' })

/** 20 Nov 2026: in a table. */
export const shortDayOf = moments.here({ day: 'numeric', month: 'short', year: 'numeric' })

/** A moment in the time of this machine, for a table: `Fri, 27 Nov 2026, 20:00`. */
export const momentOf = moments.here({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
})

/** A name as it was typed: somebody may have pasted a page. */
export const quotedName = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`

/** A foreign text as a sentence of ours: with one full stop, whether it brought its own or not. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** What a system said, as a further sentence; null: it said nothing. */
export const afterwards = (text: string | null): string => (text === null ? '' : ` ${asSentence(text)}`)

/** Facts in a row: `A · B`. What is not known is left out. */
export const beside = (facts: readonly (string | number | null)[]): string =>
  facts.filter((fact) => fact !== null).join(' · ')

/** ` on A and B`; nothing where no place is known. */
export const onPlaces = (names: readonly string[]): string => (names.length ? ` on ${listed(names)}` : '')

/** `A is`, `A and B are`. */
export const theyAre = (names: readonly string[]): string => `${listed(names)} ${names.length === 1 ? 'is' : 'are'}`
