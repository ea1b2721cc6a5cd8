import { MOST_PAIRINGS, type PairingParts, type Pairings, sameName } from '../../../shared/control/pairings.ts'
import type { Scope } from '../../../shared/control/scopes.ts'
import { type Clock, HOUR_MS } from '../../../shared/util/clock.ts'
import { diskReason } from '../../../shared/words/outcomes/disk.ts'
import { type PairingAccess, Refused } from '../../core/commands/ports.ts'
import { pairingIdOf } from '../../util/pairingKeys.ts'
import type { KeptPairing, SessionFile } from '../sessionFile.ts'

export type PairingStore = ReturnType<typeof openPairings>
export type { KeptPairing, PairingParts }

/** An armed pairing is armed no longer than this, however long the show lasts, in ms. */
const ARMED_MS = 12 * HOUR_MS

/** The pairings of a data dir, stored beside the sessions of the panel: who is let in, and how often. */
export function openPairings(
  file: SessionFile,
  { now }: Pick<Clock, 'now'>,
  address: () => string | null = () => null,
) {
  /** How many connections of each pairing are open. */
  const open = new Map<string, number>()
  const known = () => file.get().pairings
  const armed = createArming(now, file.changed)
  const find = (id: string) => known().find((one) => one.id === id) ?? null
  const usedNow = (id: string) => known().map((one) => (one.id === id ? { ...one, lastUsed: now() } : one))

  /** Another connection of a pairing is open. @returns a function to call when it closes */
  function enter(id: string): () => void {
    open.set(id, (open.get(id) ?? 0) + 1)
    void file.changeAnyway({ pairings: usedNow(id) })
    return () => {
      const left = (open.get(id) ?? 1) - 1
      if (left > 0) open.set(id, left)
      else open.delete(id)
      void file.changeAnyway({ pairings: usedNow(id) })
    }
  }

  const saved = (change: Promise<void>) =>
    change.then(
      () => ({}),
      (error: unknown) => ({ unsaved: diskReason(error) }),
    )

  const access: PairingAccess = {
    list(): Pairings {
      const pairings = known().map(({ id, name, scope, since, lastUsed }) => {
        const connections = open.get(id) ?? 0
        const used = connections > 0 ? now() : lastUsed
        return { id, name, scope, since, lastUsed: used, connections, armedUntil: armed.until(id) }
      })
      const newest = pairings.toSorted((one, other) => (other.lastUsed ?? other.since) - (one.lastUsed ?? one.since))
      return { pairings: newest, address: address() }
    },
    async create(parts) {
      const id = pairingIdOf(parts)
      if (known().some((one) => one.id === id || sameName(one.name, parts.name)))
        throw new Refused({ reason: 'pairingTaken', name: parts.name })
      if (known().length >= MOST_PAIRINGS) throw new Refused({ reason: 'tooManyPairings' })
      return saved(file.change({ pairings: [...known(), { id, ...parts, since: now(), lastUsed: null }] }))
    },
    arm(id, on) {
      const one = find(id)
      if (one?.scope !== 'cues') throw new Refused({ reason: 'notToArm' })
      armed.set(id, on)
      return { name: one.name, until: armed.until(id) }
    },
    async end(id) {
      const pairings = id === null ? [] : known().filter((one) => one.id !== id)
      const ended = known().length - pairings.length
      return { ended, ...(await saved(file.change({ pairings }))) }
    },
  }
  return {
    ...access,
    enter,
    /** The pairing with this id, with the keys to check its proof; null: there is none. */
    find,
    /** What it may do now: what a person has armed may do what `show` may. */
    scopeOf: (id: string, scope: Scope): Scope => (scope === 'cues' && armed.until(id) !== null ? 'show' : scope),
    /** The show has ended: nothing is armed any more. */
    disarmAll: armed.clear,
    /** How many connections of this pairing are open. */
    connections: (id: string) => open.get(id) ?? 0,
    /** Calls back when pairings were made, used or ended. @returns a function that stops it */
    onChange: file.onChange,
  }
}

/** Which pairings a person has armed. Not stored: a restart disarms. @param changed what `until` returns has changed */
function createArming(now: () => number, changed: () => void) {
  /** Wall ms. */
  const armed = new Map<string, number>()
  return {
    /** Until when; null: it is not armed. */
    until: (id: string) => [armed.get(id)].find((until) => until !== undefined && until > now()) ?? null,
    set(id: string, on: boolean): void {
      if (on) armed.set(id, now() + ARMED_MS)
      else armed.delete(id)
      changed()
    },
    clear(): void {
      if (armed.size === 0) return
      armed.clear()
      changed()
    },
  }
}
