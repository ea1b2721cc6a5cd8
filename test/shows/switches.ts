/** The user's switches of auto-sync, and when the product may send one without a new command. */
import type { Wire } from './wire.ts'

interface Switch extends Wire {
  /** Monotonic ms; null while its response may still come. */
  lostAt: number | null
  answered: boolean
}

/** A lost request may arrive this long after it was lost, and is then made up for at the next reading, in ms. */
const MADE_UP_FOR_MS = 36_000

/** @param now monotonic ms */
export function createSwitches(now: () => number) {
  const all: Switch[] = []
  const find = (wire: Wire) => all.findLast((one) => one.key === wire.key && one.life === wire.life && !one.answered)
  return {
    about(wire: Wire): void {
      if (wire.autoSync !== null) all.push({ ...wire, lostAt: null, answered: false })
    },
    ended(wire: Wire, readable: boolean): void {
      const one = wire.autoSync === null ? undefined : find(wire)
      if (readable && one) one.answered = true
      else if (one) one.lostAt = now()
    },
    died(life: number): void {
      for (const one of all) if (one.life === life && !one.answered) one.lostAt ??= now()
    },
    /** Another switch, lost before, may have arrived after the user's last one, which this request sends again. */
    mayRestore(wire: Wire): boolean {
      const ofProject = all.filter(({ projectId }) => projectId === wire.projectId)
      const isLate = ({ autoSync, life, lostAt }: Switch) =>
        autoSync !== wire.autoSync && lostAt !== null && (life !== wire.life || now() - lostAt < MADE_UP_FOR_MS)
      return wire.autoSync !== null && lastOf(ofProject)?.autoSync === wire.autoSync && ofProject.some(isLate)
    },
  }
}

const lastOf = (all: readonly Switch[]) => all.findLast(({ key }) => key !== null)
