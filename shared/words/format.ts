/** Numbers and times as people read them. */

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
  ms >= 120_000 && ms % 60_000 === 0 ? span(ms) : `${Math.round(ms / 100) / 10} s`

/** 0.08 s → `80 ms`, 14.2 s → `14.2 s`. */
export function took(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A foreign text as a sentence of ours: with one full stop, whether it brought its own or not. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)
