/** What headers and gateways say of the budget although it is not so. */
import type { FaultKind } from '../fakes/independent/faults.ts'
import type { Headers } from '../fakes/independent/headers.ts'
import type { Settings } from '../fakes/independent/options.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'
import type { Chance } from './chance.ts'

/** What is told on one answer, in place of one answer, or on all of them for a while. */
type Lie = { once: Headers } | { instead: FaultKind } | { meanwhile: Partial<Settings>; instead?: FaultKind }

const HOUR_MS = 3_600_000
const GATEWAY_PAGE = '<html><head><title>429</title></head><body>Slow down</body></html>'
const EPOCHS = ['x-epoch-seconds', 'x-epoch-ms', 'x-http-date'] as const

const triple = (limit: number, remaining: number, reset: number): Headers => ({
  ...{ 'RateLimit-Limit': `${limit}`, 'RateLimit-Remaining': `${remaining}`, 'RateLimit-Reset': `${reset}` },
})
const day: Headers = { 'RateLimit-Policy': '"day";q=1;w=86400', RateLimit: '"day";r=0;t=80000' }

/** By a page of a gateway that knows nothing of the service, or in the service's own words. */
function comeBack(chance: Chance, retryAfter: string): FaultKind {
  const headers = { 'Retry-After': retryAfter }
  return chance.is(0.5)
    ? { kind: 'answer', status: 429, text: GATEWAY_PAGE, type: 'text/html', headers }
    : { kind: 'answer', status: 429, body: { error: 'Too Many Requests', code: 'RATE_LIMITED' }, headers }
}

const LIES: Record<string, (chance: Chance, now: number) => Lie> = {
  limitOne: () => ({ once: { 'RateLimit-Limit': '1' } }),
  limitOneAlways: () => ({ meanwhile: { falseHeaders: { 'RateLimit-Limit': '1' } } }),
  perSecond: (chance) => ({ meanwhile: { falseHeaders: triple(5, chance.whole(0, 4), 1) } }),
  million: () => ({ once: { 'RateLimit-Limit': '1000000' } }),
  millionAlways: () => ({ meanwhile: { falseHeaders: triple(1_000_000, 999_990, 60) } }),
  ahead: (chance) => ({
    meanwhile: { tellsDate: false, toldSkewMs: 3_500_000, headerStyle: chance.pick(EPOCHS) },
  }),
  bareRefusal: () => ({ meanwhile: { headerStyle: 'none' }, instead: { kind: 'rateLimited', style: 'absent' } }),
  anHour: (chance) => ({ instead: comeBack(chance, '3600') }),
  aDate: (chance, now) => ({ instead: comeBack(chance, new Date(now + 2 * HOUR_MS).toUTCString()) }),
  absurd: (chance) => ({ instead: comeBack(chance, chance.pick(['99999999999', '1e9', '-5', 'soon'])) }),
  aDay: () => ({ once: day }),
  aDayAlways: () => ({ meanwhile: { headerStyle: 'none', falseHeaders: day } }),
  nothingLeft: (chance) => ({
    meanwhile: { headerStyle: 'none', falseHeaders: triple(150, 0, chance.whole(5, 60)) },
  }),
}

export interface Liar {
  /** Something is told that is not so; answers its name. */
  lie(): string
}

/** @param usual what the service told at first, and tells again once a lie is over */
export function createLiar(
  { faults, control }: IndependentServer,
  { clock, chance, usual }: { clock: VirtualClock; chance: Chance; usual: Partial<Settings> },
): Liar {
  const methods = ['GET', 'GET', 'POST'] as const
  return {
    lie() {
      const [name, make] = chance.pick(Object.entries(LIES))
      const lie = make(chance, clock.now())
      const match = { method: chance.pick(methods) }
      if ('once' in lie) faults.add({ kind: 'headers', headers: lie.once, match })
      if ('instead' in lie && lie.instead) faults.add({ ...lie.instead, match })
      if (!('meanwhile' in lie)) return name
      control.configure(lie.meanwhile)
      clock.after(chance.between(5_000, 40_000), () => control.configure(usual))
      return name
    },
  }
}
