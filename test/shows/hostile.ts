/** Kinds of trouble beside the mishaps: each strikes now and then, with a log entry of its own. */
import type { CommandInput } from '../../shared/commands/commands.ts'
import { targetOf } from '../../shared/state.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import type { Headers } from '../fakes/independent/headers.ts'
import type { Settings } from '../fakes/independent/options.ts'
import { type Chance, chanceOf, type Kind } from './chance.ts'
import { flood } from './floods.ts'
import type { House } from './house.ts'
import { strokesByHand } from './people.ts'

/** Headers on one response, a fault in place of one response, or false settings on all responses for a while. */
type Lie = { once: Headers } | { instead: FaultKind } | { meanwhile: Partial<Settings>; instead?: FaultKind }

const GATEWAY_PAGE = '<html><head><title>429</title></head><body>Slow down</body></html>'
const EPOCHS = ['x-epoch-seconds', 'x-epoch-ms', 'x-http-date'] as const

const triple = (limit: number, remaining: number, reset: number): Headers => ({
  ...{ 'RateLimit-Limit': `${limit}`, 'RateLimit-Remaining': `${remaining}`, 'RateLimit-Reset': `${reset}` },
})
const day: Headers = { 'RateLimit-Policy': '"day";q=1;w=86400', RateLimit: '"day";r=0;t=80000' }

/** A 429 on the page of a gateway that knows nothing of the service, or in the service's own words. */
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
  ahead: (chance) => ({ meanwhile: { tellsDate: false, toldSkewMs: 3_500_000, headerStyle: chance.pick(EPOCHS) } }),
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

/** Sends something false; returns its name. */
function tellLie({ server: { faults, control }, clock, chance, usual }: Parts): string {
  const [name, make] = chance.pick(Object.entries(LIES))
  const lie = make(chance, clock.now())
  const match = { method: chance.pick(['GET', 'GET', 'POST'] as const) }
  if ('once' in lie) faults.add({ kind: 'headers', headers: lie.once, match })
  if ('instead' in lie && lie.instead) faults.add({ ...lie.instead, match })
  if (!('meanwhile' in lie)) return name
  control.configure(lie.meanwhile)
  clock.after(chance.between(5_000, 40_000), () => control.configure(usual))
  return name
}

type Hostile = Exclude<Kind, 'mishaps' | 'kills'>
/** `usual`: what the service reported at first, and reports again once a lie is over. */
type Parts = Omit<House, 'chance'> & { chance: Chance; usual: Partial<Settings> }

/** Executed, but the response is lost or cannot be read. */
const LOST: readonly FaultKind[] = [
  { kind: 'cutAfter' },
  { kind: 'cutAfter', reset: true },
  { kind: 'cutAfter', executeAfterMs: 2_000 },
  { kind: 'cutBody' },
  { kind: 'hang', execute: true },
  { kind: 'html', execute: true },
  { kind: 'badGateway', execute: true },
  { kind: 'empty' },
  { kind: 'garbage', execute: true },
]
/** Responses that must not be believed. */
const GARBLED: readonly FaultKind[] = [
  { kind: 'wrongTypes' },
  { kind: 'truncated' },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'oddError', shape: 'nested', status: 200 },
]
const HOUR_MS = 3_600_000

/** Makes the strikes of a kind: each strike acts once, and returns its log entry. */
const MAKERS: Record<Hostile, (parts: Parts) => () => string> = {
  lies: (parts) => () => tellLie(parts),
  bursts: (parts) => () => burst(parts),
  hands: (parts) => strokesByHand(parts, () => targetId(parts)),
  lostPuts: (parts) => () => (parts.chance.is(0.65) ? lostSync(parts) : lostAutoSync(parts)),
  wrongAnswers: (parts) => () => wrongAnswer(parts),
  deleted: (parts) => () => remove(parts),
  clocks: (parts) => () => turnClock(parts),
  floods: (parts) => () => flood(parts),
}

/** How often a kind strikes in a show that meets it. */
const STRIKES: Record<Hostile, readonly [least: number, most: number]> = {
  ...{ lies: [1, 3], bursts: [1, 2], hands: [2, 6], lostPuts: [1, 4], wrongAnswers: [1, 4] },
  ...{ deleted: [1, 1], clocks: [1, 3], floods: [1, 2] },
}

/** Schedules the strikes of every kind that this show meets, at random times. */
export function planHostile(house: House, seed: number, ms: number): void {
  const { headerStyle = 'ietf' } = house.service
  const usual = { headerStyle, falseHeaders: {}, tellsDate: true, toldSkewMs: 0 }
  for (const [kind, make] of Object.entries(MAKERS) as [Hostile, (typeof MAKERS)[Hostile]][]) {
    if (!house.kinds.has(kind)) continue
    const chance = chanceOf(kind, seed)
    const strike = make({ ...house, chance, usual })
    for (let left = chance.whole(...STRIKES[kind]); left > 0; left -= 1)
      house.clock.after(chance.between(500, ms - 3_000), () => {
        if (house.people.isResting()) return
        house.hit()
        house.story.tell(`~~ ${kind}: ${strike()}`)
      })
  }
  house.whenResting(() => house.server.control.configure(usual))
}

const targetId = ({ shown, server }: Pick<House, 'shown' | 'server'>) => shown()?.targetId ?? server.content.project

/** What runs, as the sender sees it; null: nothing. */
function seen({ shown }: Parts) {
  const state = shown()
  const project = state && targetOf(state)
  return { liveId: project?.live?.liveId ?? null, scenes: project?.scenes?.map((one) => one.id) ?? [] }
}

const press = ({ desk }: Parts, command: CommandInput) => desk.press(command, 'panel')

/** How long after a burst its effects are watched, in ms. */
const AFTER_BURST_MS = 10_000

/** 20 commands in 2 s or 100 in 3 s; meanwhile another client may end the broadcast. */
function burst(parts: Parts): string {
  const { clock, chance } = parts
  const [count, ms] = chance.pick([
    [20, 2_000],
    [100, 3_000],
  ] as const)
  const mixed = chance.is(0.3)
  parts.bursts.push({ from: clock.monotonic(), until: clock.monotonic() + ms + AFTER_BURST_MS })
  for (let at = 0; at < count; at += 1)
    clock.after((at * ms) / count, () => {
      const { liveId, scenes } = seen(parts)
      if (parts.people.isResting() || scenes.length === 0) return
      if (mixed && at % 5 === 4 && liveId) press(parts, { type: 'sync', liveId })
      else press(parts, { type: 'switchScene', liveId, sceneId: scenes[at % scenes.length] ?? '' })
    })
  if (chance.is(0.6)) {
    const restarts = chance.is(0.3)
    clock.after(chance.between(0, ms + 500), () => {
      parts.elsewhere('stopElsewhere', targetId(parts))
      if (restarts) parts.elsewhere('startElsewhere', targetId(parts))
    })
  }
  return `${count} presses in ${ms} ms`
}

/** Switch, sync (executed, its response lost), switch. */
function lostSync(parts: Parts): string {
  const { clock, chance, server } = parts
  const { liveId, scenes } = seen(parts)
  if (!liveId || scenes.length < 2) {
    press(parts, { type: 'goLive', despiteFaults: true, confirmed: true })
    return 'goes live first'
  }
  const switchTo = () => press(parts, { type: 'switchScene', liveId, sceneId: chance.pick(scenes) })
  const fault = chance.pick(LOST)
  switchTo()
  clock.after(300, () => {
    server.faults.add({ ...fault, match: { method: 'POST', path: /\/live\/sync$/ } })
    press(parts, { type: 'sync', liveId })
  })
  if (chance.is(0.8)) clock.after(chance.between(350, 4_000), switchTo)
  return `sync is lost: ${JSON.stringify(fault)}`
}

/** A change of auto-sync is executed and its response lost; then a scene is switched. */
function lostAutoSync(parts: Parts): string {
  const { clock, chance, server } = parts
  const { liveId, scenes } = seen(parts)
  const fault = chance.pick(LOST)
  const on = chance.is(0.7)
  server.faults.add({ ...fault, match: { method: 'PATCH', path: /^\/projects\/[^/]+$/ } })
  press(parts, { type: 'setAutoSync', liveId, on })
  const switchTo = () => press(parts, { type: 'switchScene', liveId, sceneId: chance.pick(scenes) })
  if (scenes.length > 1) clock.after(chance.between(100, 6_000), switchTo)
  return `auto-sync ${on} is lost: ${JSON.stringify(fault)}`
}

function wrongAnswer(parts: Parts): string {
  const { chance, server } = parts
  const { faults, content } = server
  const times = chance.whole(1, 3)
  const pathOf = (projectId: string) => `/projects/${encodeURIComponent(projectId)}`
  if (chance.is(0.5)) {
    const path = pathOf(chance.pick(content.otherProjects))
    faults.add({ kind: 'misrouted', path, times, match: { method: 'GET', path: pathOf(targetId(parts)) } })
    return `another project's answers, ${times}`
  }
  const fault = chance.pick(GARBLED)
  const path = chance.pick([/\/live$/, /\/scenes$/, /^\/projects\/[^/]+$/])
  faults.add({ ...fault, times, match: { method: 'GET', path } })
  return `garbled: ${JSON.stringify(fault)} for ${path.source}, ${times}`
}

function remove(parts: Parts): string {
  const { chance, server } = parts
  const projectId = chance.is(0.75) ? targetId(parts) : chance.pick(server.content.otherProjects)
  parts.elsewhere('removeProject', projectId)
  return projectId
}

/** Sets our clock, with or without a cut connection; or the service reports another time for a while. */
function turnClock({ clock, chance, server: { control }, mishaps, usual, jumps }: Parts): string {
  const ms = chance.pick([-HOUR_MS, HOUR_MS, -300_000, 300_000])
  if (chance.is(0.35)) {
    control.configure({ toldSkewMs: ms })
    clock.after(chance.between(5_000, 30_000), () => control.configure(usual))
    return `the service's by ${ms} ms`
  }
  if (chance.is(0.5)) mishaps.down(chance.between(20_000, 40_000))
  clock.jump(ms)
  jumps.push(clock.monotonic())
  return `ours by ${ms} ms`
}
