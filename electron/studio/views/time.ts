import { clockJump } from '../rules/faults.ts'
import type { World } from '../rules/world.ts'

/** A time as the service tells it: by its own clock, which a fault can make jump. Null stays null. */
export function isoTime<T extends number | null>(world: World, time: T): T extends null ? string | null : string
export function isoTime(world: World, time: number | null): string | null {
  return time === null ? null : new Date(time + clockJump(world)).toISOString()
}

/** What the service says in `Date`: RFC 9110, section 5.6.7. */
export function httpDate(world: World, now: number): string {
  return new Date(now + clockJump(world)).toUTCString()
}
