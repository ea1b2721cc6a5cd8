/** Workflows under every fault, kill and second hand: no promise is broken. */
import { expect, test } from 'vitest'
import { brokenBy, explore, read, tell } from './explore.ts'
import { moves } from './moves.ts'

/** Requests of a move: 1 and 2 read what stands, 3 and 4 again, 5 cancels, 6 and 7 read, 8 creates, 9 and 10 read. */
test.each([
  'request 8 slow, after request 8 personCancels',
  'request 5 hang, after request 4 broadcastBegins',
  'request 5 away, after request 4 broadcastBegins',
  'request 5 hang, after request 4 newDateComesNear',
  'request 5 refused, after request 4 oldDateComesNear',
  'request 8 refused, after request 11 oldDateComesNear',
  'request 5 part, request 8 part',
  'write 3 killAfter, after request 5 padlockCloses',
  'request 8 minutes',
  'request 8 limited, after request 7 broadcastBegins',
  'request 8 late, write 5 full, after request 11 personCancels',
  'request 8 cutAfter, write 5 full, after request 8 personCancels',
  'request 5 late, after request 5 otherHandSchedules',
  'after request 7 otherHandCancels',
])('a move found broken from outside: %s', async (line) => {
  expect(await brokenBy(read(`moveSchedule: ${line}`), moves)).toEqual([])
})

const [FIRST, COUNT] = [Number(process.env.CUELIGHT_SIM_FIRST ?? 20_000), Number(process.env.CUELIGHT_SIM ?? 1_500)]
test(`${COUNT} moves from seed ${FIRST} on`, async () => {
  for (let seed = FIRST; seed < FIRST + COUNT; seed += 1) {
    const breach = await explore(seed, moves)
    if (breach) throw new Error(`seed ${seed}, ${tell(breach.history)}: ${breach.broken.join('; ')}`)
  }
})
