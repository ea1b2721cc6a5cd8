import { describe, expect, it } from 'vitest'
import { type RateReading, readRateHeaders } from '../../electron/service/rateHeaders.ts'
import { seeded } from '../fakes/random.ts'

const NOW = Date.UTC(2026, 0, 5, 20, 0, 0)
const SECOND = 1_000
const httpDate = (ms: number) => new Date(ms).toUTCString()

type Style = [name: string, headers: Record<string, string | string[]>, reading: RateReading | null]

const AT_42 = NOW + 42 * SECOND
const RESET = { remaining: 97, resetsAt: AT_42 }
const KNOWN = { ...RESET, limit: 150 }
const WHOLE = { ...KNOWN, windowMs: 60_000 }
const left = (reset: string) => ({ 'x-ratelimit-remaining': '97', 'x-ratelimit-reset': reset })

const STYLES: Style[] = [
  [
    'the draft with structured fields',
    { 'ratelimit-policy': '"default";q=150;w=60', ratelimit: '"default";r=97;t=42' },
    WHOLE,
  ],
  [
    'the same with tokens for names and more parameters',
    { 'ratelimit-policy': 'default;q=150;w=60;qu="requests"', ratelimit: 'default;r=97;t=42;pk=:cHsdsRa894==:' },
    WHOLE,
  ],
  [
    'several policies: the one by the minute',
    { 'ratelimit-policy': '"burst";q=10;w=1, "minute";q=150;w=60', ratelimit: '"burst";r=3;t=1, "minute";r=97;t=42' },
    WHOLE,
  ],
  [
    'several policies, none by the minute: the one with the least left',
    { 'ratelimit-policy': '"hour";q=5;w=3600, "day";q=9;w=86400', ratelimit: '"hour";r=3;t=9, "day";r=2;t=90' },
    { limit: 9, remaining: 2, resetsAt: NOW + 90 * SECOND, windowMs: 86_400_000 },
  ],
  [
    'several policies in several lines',
    { 'ratelimit-policy': ['"a";q=10;w=1', '"b";q=150;w=60'], ratelimit: ['"a";r=3;t=1', '"b";r=97;t=42'] },
    WHOLE,
  ],
  ['no reset', { ratelimit: '"default";r=97' }, { remaining: 97 }],
  ['the older draft', { 'ratelimit-policy': '150;w=60', ratelimit: 'limit=150, remaining=97, reset=42' }, WHOLE],
  ['three headers', { 'ratelimit-limit': '150', 'ratelimit-remaining': '97', 'ratelimit-reset': '42' }, KNOWN],
  [
    'three headers with a policy in the limit',
    { 'ratelimit-limit': '150, 150;w=60;comment="x"', 'ratelimit-remaining': '97', 'ratelimit-reset': '42' },
    WHOLE,
  ],
  ['X-: delta seconds', { 'x-ratelimit-limit': '150', ...left('7.5') }, { ...KNOWN, resetsAt: NOW + 7_500 }],
  ['X-: none left', { 'x-ratelimit-limit': '150', 'x-ratelimit-remaining': '0' }, { limit: 150, remaining: 0 }],
  ['X-: epoch seconds', left(`${AT_42 / SECOND}`), RESET],
  ['X-: epoch ms', left(`${AT_42}`), RESET],
  ['X-: an HTTP date', left(httpDate(AT_42)), RESET],
  [
    'X-: an ISO date, and the other spelling',
    { 'x-rate-limit-remaining': '97', 'x-rate-limit-reset': new Date(AT_42).toISOString() },
    RESET,
  ],
  ['Retry-After in seconds', { 'retry-after': '17' }, { retryAfterMs: 17 * SECOND }],
  ['Retry-After as a date', { 'retry-after': httpDate(NOW + 17 * SECOND) }, { retryAfterMs: 17 * SECOND }],
  ['Retry-After in the past', { 'retry-after': httpDate(NOW - 17 * SECOND) }, { retryAfterMs: 0 }],
  ['a very long Retry-After', { 'retry-after': '99999999' }, { retryAfterMs: 3_600_000 }],
  [
    'the structured one before the others',
    { ratelimit: '"a";r=97;t=42', ...left('1'), 'x-ratelimit-remaining': '5' },
    RESET,
  ],
  ['of several kinds each what it tells', { ratelimit: '"a";r=97;t=42', 'x-ratelimit-limit': '150' }, KNOWN],
  ['the standard one before X-', { 'ratelimit-remaining': '97', 'x-ratelimit-remaining': '5' }, { remaining: 97 }],
  ['a sane one before a broken one', { ratelimit: '"a";r=', 'x-ratelimit-remaining': '97' }, { remaining: 97 }],
  ['a reset that has just come', { 'x-ratelimit-reset': `${NOW / SECOND - 2}` }, { resetsAt: NOW }],
  ['nothing', { date: httpDate(NOW), 'content-type': 'text/html' }, null],
]

describe('styles', () => {
  it.each(STYLES)('%s', (_, headers, reading) => expect(readRateHeaders(headers, NOW)).toEqual(reading))

  it.each([-3_600_000, -5_000, 90_000, 86_400_000])('a clock that is %i ms off does no harm', (skew) => {
    const theirs = NOW + skew
    const date = httpDate(theirs)
    const at = theirs + 42 * SECOND
    for (const reset of [`${at / SECOND}`, `${at}`, httpDate(at), new Date(at).toISOString()]) {
      expect(readRateHeaders({ date, 'x-ratelimit-reset': reset }, NOW)).toEqual({ resetsAt: NOW + 42 * SECOND })
    }
    expect(readRateHeaders({ date, 'retry-after': httpDate(at) }, NOW)).toEqual({ retryAfterMs: 42 * SECOND })
  })

  it('reads headers of other names', () => {
    const names = { remaining: ['x-quota-left'], reset: ['X-Quota-Renews'] }
    const headers = { 'x-quota-left': '97', 'x-quota-renews': '42', 'x-ratelimit-remaining': '5' }
    expect(readRateHeaders(headers, NOW, names)).toEqual({ remaining: 97, resetsAt: NOW + 42 * SECOND })
  })
})

describe('invalid headers', () => {
  it.each([
    ...['NaN', '-1', '1e9', '', ' ', 'soon', '12 apples', '0x10', '99999999999999999999'],
    ...['Infinity', '1.5.2', 'Mon, 99 Foo 2026 99:99:99 GMT', '(((('],
    ...['"default";r=-5;t=-1', '"default";r="many";t=?1'],
    ...['limit=?1, remaining=x', '\u0000'],
  ])('%j is ignored', (text) => {
    const headers = Object.fromEntries(
      ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'ratelimit-remaining', 'x-ratelimit-reset', 'date'].map(
        (name) => [name, text],
      ),
    )
    expect(readRateHeaders(headers, NOW)).toBeNull()
    expect(readRateHeaders({ 'retry-after': text }, NOW)).toBeNull()
  })

  it('more left than the limit, a limit of zero and a reset in a week are ignored', () => {
    expect(readRateHeaders({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '11' }, NOW)).toBeNull()
    expect(readRateHeaders({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '5' }, NOW)).toBeNull()
    expect(readRateHeaders({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' }, NOW)).toEqual({ remaining: 0 })
    expect(readRateHeaders({ 'x-ratelimit-reset': `${NOW + 7 * 86_400_000}` }, NOW)).toBeNull()
  })

  it('nothing makes the reader fail, and every result is a number', () => {
    const random = seeded(11)
    const alphabet = '0123456789"=;,.:-_ abrtqwGMT?()\u0000é'
    const word = () =>
      Array.from({ length: random() * 20 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
    const names = [
      ...['ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
      ...['retry-after', 'date'],
    ]
    for (let round = 0; round < 5_000; round++) {
      const reading = readRateHeaders(Object.fromEntries(names.map((name) => [name, word()])), NOW)
      for (const value of Object.values(reading ?? {})) expect(value).toBeGreaterThanOrEqual(0)
    }
  })
})
