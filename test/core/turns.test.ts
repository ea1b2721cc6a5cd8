/** The client that has used the least time is next, so the others wait for at most the current job. */
import { expect, test } from 'vitest'
import { createRoundRobin } from '../../electron/util/roundRobin.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Clients by name, with jobs that each take this many ms of a clock that only they advance. */
function crowd() {
  let now = 0
  const take = createRoundRobin({ monotonic: () => now })
  const done: string[] = []
  const clients = new Map<string, object>()
  function ask(name: string, ms: number, again = 0): void {
    const who = clients.get(name) ?? {}
    clients.set(name, who)
    take(who, () => {
      now += ms
      done.push(name)
      if (again > 0) ask(name, ms, again - 1)
    })
  }
  return { done, ask }
}

test('clients share time, not the number of jobs', async () => {
  const { ask, done } = crowd()
  ask('long', 10, 1_000)
  ask('short', 1, 1_000)
  for (let turns = 0; turns < 220; turns += 1) await turn()
  const long = done.filter((name) => name === 'long').length
  expect(long).toBeGreaterThanOrEqual(18)
  expect(long).toBeLessThanOrEqual(22)
})

test('an occasional client waits for one job, however many others never stop', async () => {
  const { ask, done } = crowd()
  for (let nr = 0; nr < 40; nr += 1) ask(`flood ${nr}`, 5, 1_000)
  for (let press = 0; press < 10; press += 1) {
    for (let turns = 0; turns < 200; turns += 1) await turn()
    const before = done.length
    ask('person', 1)
    for (let turns = 0; turns < 50; turns += 1) await turn()
    expect(done.indexOf('person', before) - before).toBeLessThanOrEqual(1)
  }
})

test('a client that was away has saved up no time', async () => {
  const { ask, done } = crowd()
  ask('always', 1, 1_000)
  for (let turns = 0; turns < 200; turns += 1) await turn()
  ask('back', 1, 1_000)
  for (let turns = 0; turns < 100; turns += 1) await turn()
  // A few jobs in a row, and then every other one.
  expect(done.slice(-40).filter((name) => name === 'always').length).toBeGreaterThan(15)
})
