/** A client that sends more than a user can is read slowly, and none of its backlog is carried out late. */
import { expect, test } from 'vitest'
import { createClientSession } from '../../electron/core/bridge/clientSession.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import { quiet } from '../fakes/quiet.ts'
import { stage } from './stage.ts'

/** A client of a core whose transport can stop reading: what was sent meanwhile arrives later. */
async function client() {
  const { rig } = await stage()
  const said: ServerMessage[] = []
  const unread: string[] = []
  let full = false
  const session = createClientSession(rig.core, {
    source: 'panel',
    say: (message) => said.push(message),
    onFull(isFull) {
      full = isFull
      if (!full) read()
    },
  })
  function read(): void {
    while (!full && unread.length > 0) session.receive(unread.shift() ?? '')
  }
  let nr = 0
  return {
    rig,
    send(command: object = { type: 'commitStop', armId: 'none' }): string {
      nr += 1
      unread.push(JSON.stringify({ type: 'command', id: `n${nr}`, command }))
      read()
      return `n${nr}`
    },
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 10) {
        await rig.pass(10)
        await quiet()
      }
    },
    /** The reason a command was refused for. */
    reason(id: string): string | undefined {
      const one = said.find((message) => 'id' in message && message.id === id)
      return one?.type === 'outcome' && one.outcome.result === 'refused' ? one.outcome.refusal.reason : undefined
    },
    answered: () => said.filter(({ type }) => type === 'outcome').length,
    unread: () => unread.length,
  }
}

test('over its allowance a session is read at one message per 10 ms, and gets responses no more often', async () => {
  const { send, pass, answered, unread } = await client()
  for (let second = 0; second < 3; second += 1)
    for (let tick = 0; tick < 10; tick += 1) {
      for (let count = 0; count < 100; count += 1) send()
      await pass(100)
    }
  expect(answered()).toBeLessThanOrEqual(120 + 40 * 3 + 100 * 3)
  expect(unread()).toBeGreaterThan(2_000)
})

test('delayed commands are refused, and the next one after a quiet moment is not', async () => {
  const { send, pass, reason, unread } = await client()
  const ids = Array.from({ length: 300 }, () => send())
  while (unread() > 0) await pass(100)
  expect(reason(ids[0] ?? '')).toBe('noArm')
  // However long reading took, and even if the allowance has recovered by then.
  expect(reason(ids.at(-1) ?? '')).toBe('tooMany')
  const during = send()
  await pass(300)
  const after = send()
  await pass(100)
  expect([reason(during), reason(after)]).toEqual(['tooMany', 'noArm'])
})

test.each([
  ['panel', 'midi'],
  ['window', 'midi'],
  ['cli', 'cli'],
] as const)(
  'a pad of a %s is a source of its own there, and nothing that a program can be: %s',
  async (source, as) => {
    const { rig } = await stage()
    const session = createClientSession(rig.core, { source, say: () => {} })
    const command = { type: 'setPadlock', locked: false }
    session.receive(JSON.stringify({ type: 'command', id: 'one', command, input: 'midi' }))
    await rig.until(() => rig.state().journal.at(-1)?.outcome != null, 'its outcome')
    expect(rig.state().journal.at(-1)).toMatchObject({ source: as, outcome: { refusal: { reason: 'personOnly' } } })
    session.close()
  },
)
