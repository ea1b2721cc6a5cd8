/** Following the state: snapshots and patches, and what comes when one was missed. */
import { expect, test } from 'vitest'
import { follow } from '../../electron/cli/watch.ts'
import type { ProgramClient } from '../../electron/core/bridge/socketClient.ts'
import { firstState } from '../../electron/core/state/initialState.ts'
import type { ServerMessage } from '../../shared/bridge/bridge.ts'

async function following() {
  let say: (message: ServerMessage) => void = () => {}
  let asked = 0
  const versions: string[] = []
  const client: Pick<ProgramClient, 'listen' | 'follow'> = {
    listen(take) {
      say = take
      return () => {}
    },
    follow() {
      asked += 1
    },
  }
  await follow(client as ProgramClient, (state) => versions.push(state.version))
  const snapshot = (version: string, revision: number) =>
    say({ type: 'snapshot', revision, state: firstState(version) })
  const patch = (version: string, base: number) =>
    say({ type: 'patch', base, revision: base + 1, patches: [{ op: 'replace', path: ['version'], value: version }] })
  return { snapshot, patch, versions, asked: () => asked }
}

test('each state comes once, in order', async () => {
  const on = await following()
  on.snapshot('1', 5)
  on.patch('2', 5)
  on.patch('3', 6)
  expect([on.versions, on.asked()]).toEqual([['1', '2', '3'], 1])
})

test('a patch that does not fit is not drawn: everything is asked for anew, once', async () => {
  const on = await following()
  on.patch('0', 4)
  on.snapshot('1', 5)
  on.patch('3', 6)
  on.patch('4', 7)
  expect([on.versions, on.asked()]).toEqual([['1'], 2])
  on.snapshot('4', 8)
  on.patch('5', 8)
  expect(on.versions).toEqual(['1', '4', '5'])
})
