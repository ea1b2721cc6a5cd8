/** A session that never stops sending: a panel out of control, a stuck key, a script without a pause. */
import { createAllowance, createClientSession } from '../../electron/core/bridge/clientSession.ts'
import { targetOf } from '../../shared/state.ts'
import type { Chance } from './chance.ts'
import type { House } from './house.ts'

type FloodParts = Omit<House, 'chance'> & { chance: Chance }

/** What it sends: its nth message. */
const ASKS: Record<string, (parts: FloodParts, nth: number) => object> = {
  refresh: () => ({ type: 'command', command: { type: 'refresh' } }),
  loadProjects: () => ({ type: 'command', command: { type: 'loadProjects' } }),
  switchScene(parts, nth) {
    const { liveId, scenes } = seen(parts)
    return {
      type: 'command',
      command: { type: 'switchScene', liveId, sceneId: scenes[nth % scenes.length] ?? 'none' },
    }
  },
  commitStop: () => ({ type: 'command', command: { type: 'commitStop', armId: 'none' } }),
  checkDestinations: () => ({ type: 'command', command: { type: 'checkDestinations' } }),
  read: (_, nth) => ({ type: 'query', name: 'listFiles', input: { search: `take ${nth}` } }),
  readAgain: (_, nth) => ({ type: 'query', name: 'listFiles', input: { search: `take ${nth % 3}` }, again: true }),
}

function seen({ shown }: Pick<House, 'shown'>) {
  const state = shown()
  const project = state && targetOf(state)
  return { liveId: project?.live?.liveId ?? null, scenes: project?.scenes?.map((one) => one.id) ?? [] }
}

const TICK_MS = 25
/** How long after a flood its effects are watched, in ms. */
const AFTER_MS = 10_000

/** Floods for some seconds, up to a thousand messages a second, while someone else wants to stop. */
export function flood(parts: FloodParts): string {
  const { clock, chance, people, bursts, desk } = parts
  const kinds = chance.is(0.3) ? Object.keys(ASKS) : [chance.pick(Object.keys(ASKS))]
  const perTick = chance.pick([1, 3, 10, 25])
  const ms = chance.between(5_000, 15_000)
  const end = clock.monotonic() + ms
  bursts.push({ from: clock.monotonic(), until: end + AFTER_MS })
  let nth = 0
  let session = openSession(parts)
  const tick = () => {
    if (people.isResting() || clock.monotonic() >= end) return session?.close()
    session = session?.isAlive() ? session : openSession(parts)
    for (let count = 0; session && count < perTick; count += 1) {
      const ask = ASKS[kinds[nth % kinds.length] ?? '']
      nth += 1
      session.send({ id: `flood-${session.life}-${clock.monotonic()}-${nth}`, ...ask?.(parts, nth) })
    }
    clock.after(TICK_MS, tick)
  }
  tick()
  for (let stops = chance.whole(1, 3); stops > 0; stops -= 1)
    clock.after(chance.between(500, ms), () => {
      const { liveId } = seen(parts)
      if (liveId && !people.isResting()) desk.press({ type: 'armStop', liveId, mode: 'press' }, 'window')
    })
  return `${kinds.join(', ')}: ${perTick * (1_000 / TICK_MS)} a second for ${Math.round(ms / 1_000)} s`
}

/** A client session as every transport makes it; null: nothing runs. */
function openSession({ life, desk, floods }: FloodParts) {
  const one = life()
  if (!one) return null
  const allowance = createAllowance(one.core.clock)
  const busy = { sent: 0, taken: 0 }
  const dispatch: typeof one.core.dispatch = (id, command, source) => desk.came(one, id, command as never, source)
  const session = createClientSession(
    { ...one.core, dispatch },
    {
      source: 'panel',
      say: () => {},
      allowance: {
        readings: allowance.readings,
        take() {
          busy.taken += 1
          return allowance.take()
        },
      },
    },
  )
  floods.add(busy)
  return {
    life: one.number,
    isAlive: () => one.isAlive(),
    send(message: object): void {
      busy.sent += 1
      session.receive(JSON.stringify(message))
    },
    close(): void {
      floods.delete(busy)
      session.close()
    },
  }
}
