/** Temporary faults of the service and of the way there. */
import type { FaultKind } from '../fakes/independent/faults.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'
import type { Chance, Story } from './chance.ts'
import { isAct, type Wire } from './wire.ts'

/** The longest time after a lost response until its operation is carried out, in ms. */
export const LATEST_MS = 4_000

const ONCE: readonly FaultKind[] = [
  { kind: 'cutBefore' },
  { kind: 'cutBefore', reset: true },
  { kind: 'cutAfter' },
  { kind: 'cutAfter', executeAfterMs: LATEST_MS },
  { kind: 'cutBody' },
  { kind: 'hang' },
  { kind: 'hang', execute: true },
  { kind: 'hang', execute: true, executeAfterMs: 2_000 },
  { kind: 'slow', ms: 3_000, when: 'before' },
  { kind: 'slow', ms: 3_000, when: 'after' },
  { kind: 'slowBody', ms: 2_500 },
  { kind: 'slowBody', ms: 20_000 },
  { kind: 'html', execute: true },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'truncated' },
  { kind: 'wrongTypes' },
  { kind: 'serverError' },
  { kind: 'serverError', code: 'INTERNAL_ERROR', execute: true },
  { kind: 'badGateway', execute: true },
  { kind: 'unavailable', retryAfterMs: 2_000 },
  { kind: 'unavailable', retryAfterMs: 2_000, execute: true },
  { kind: 'rateLimited', retryAfterMs: 1_500 },
  { kind: 'rateLimited', retryAfterMs: 8_000, style: 'date' },
  { kind: 'rateLimited', style: 'absent' },
  { kind: 'unauthorized' },
  { kind: 'planRequired' },
  { kind: 'redirect' },
  { kind: 'garbage' },
  { kind: 'garbage', execute: true },
  { kind: 'oddError', shape: 'nested' },
  { kind: 'oddError', shape: 'string', status: 500 },
]
const ACTS = [/\/live$/, /\/live\/stop$/, /\/live\/sync$/, /\/activate$/]
const READS = [/\/live$/, /\/scenes$/, /^\/projects\/[^/]+$/, /^\/projects$/]

export function createMishaps(server: IndependentServer, clock: VirtualClock, chance: Chance, story: Story) {
  let count = 0
  let powered: Promise<void> = Promise.resolve()
  let switching = 0
  let latencyMs = () => 0
  const after = (ms: number, end: () => void) => clock.after(ms, end)
  const { faults, control } = server

  const phaseKinds = {
    down: () => down(chance.between(300, 12_000)),
    keyRevoked() {
      control.revokeKey()
      after(chance.between(500, 8_000), () => control.restoreKey())
    },
    planFree() {
      control.setPlan('free')
      after(chance.between(500, 8_000), () => control.setPlan('pro'))
    },
    quotaSpent: () => control.spendQuota(chance.whole(50, 150)),
    limitStorm: () => void faults.add({ kind: 'rateLimited', retryAfterMs: 1_000, times: chance.whole(3, 12) }),
    faultStorm: () => void faults.add({ ...chance.pick(ONCE), times: chance.whole(2, 5) }),
    slow() {
      latencyMs = () => chance.between(0, 2_500)
      after(chance.between(2_000, 10_000), () => {
        latencyMs = () => 0
      })
    },
  }

  function down(ms: number): void {
    turn(() => control.goDown())
    after(ms, () => turn(() => control.comeBack()))
  }

  function turn(power: () => Promise<void>): void {
    switching += 1
    powered = powered.then(power).finally(() => {
      switching -= 1
    })
  }

  return {
    /** Lets a request meet a fault, sooner or later. */
    once(): void {
      count += 1
      const match = chance.is(0.6)
        ? { method: 'POST', path: chance.pick(ACTS) }
        : { method: 'GET', path: chance.pick(READS) }
      const fault = chance.pick(ONCE)
      story.tell(`~~ ${JSON.stringify(fault)} for ${match.method} ${match.path.source}`)
      faults.add({ ...fault, match })
    },
    /** Lets the service, or the way to it, have problems for a while. */
    phase(): void {
      count += 1
      const [name, begin] = chance.pick(Object.entries(phaseKinds))
      story.tell(`~~ ${name}`)
      begin()
    },
    /** Makes the service unreachable for this many ms. */
    down,
    /** Ends all faults; only a lost request may still have effects, within `LATEST_MS`. */
    async end(): Promise<void> {
      latencyMs = () => 0
      faults.clear()
      control.restoreKey()
      control.setPlan('pro')
      turn(() => control.comeBack())
      await powered
      faults.release()
    },
    /** Faults and phases so far. */
    count: () => count,
    /** The current response time of the service, in ms. */
    latencyMs: () => latencyMs(),
    /** Whether the service is just going down or coming back. */
    isSwitching: () => switching > 0,
  }
}

/**
 * - `now`: whatever it is doing.
 * - `beforeWire`: a command is in the journal, its bytes have not gone out.
 * - `onWire`: right after the bytes.
 * - `executed`: the service has carried it out and not responded yet.
 * - `answered`: the response has come and has not been read.
 * - `told`: the outcome is in the journal, and its sender has not received it.
 * - `checking`: while a lost start or stop is being reconciled.
 */
export const MOMENTS = ['now', 'beforeWire', 'onWire', 'executed', 'answered', 'told', 'checking'] as const
export type Moment = (typeof MOMENTS)[number]

/** Ends the present life at a moment that was set; one moment is set at a time. */
export function createKiller(kill: (moment: Moment) => void) {
  let next: Moment | null = null
  const strike = (moment: Moment, holds = true) => {
    if (!holds || next !== moment) return
    next = null
    kill(moment)
  }
  return {
    set(moment: Moment): void {
      next = moment
      strike('now')
    },
    /** No more deaths from now on. */
    rest(): void {
      next = null
    },
    about: ({ operation }: Wire) => strike('beforeWire', isAct(operation)),
    sent({ operation }: Wire): void {
      if (isAct(operation) && next === 'onWire') process.nextTick(() => strike('onWire'))
    },
    /** The server has carried out a request, and is about to respond. */
    executed: (method: string) => strike('executed', method !== 'GET'),
    answered: ({ operation }: Wire) => strike('answered', isAct(operation)),
    telling: () => strike('told'),
    look: (isChecking: boolean) => strike('checking', isChecking),
  }
}
