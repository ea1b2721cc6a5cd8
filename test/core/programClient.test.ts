import { expect, test } from 'vitest'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectProgram } from '../../electron/core/bridge/socketClient.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { LONGEST_LIST } from '../../electron/service/bounds.ts'
import { closing } from '../support/atEnd.ts'
import { stage } from './stage.ts'

test('a program reads the largest state that readings of the core can make', async () => {
  const on = await stage()
  const items = Array.from({ length: LONGEST_LIST.items }, (_, place) => ({
    ...{ id: `p${place}`, name: 'n'.repeat(LONGEST_LIST.characters / LONGEST_LIST.items), liveStatus: 'OFFLINE' },
  }))
  on.rig.core.store.change((draft) => {
    draft.projectList.items = items as never
    // Looked at one after the other, each with as much as its own list may bring.
    const scenes = items.slice(0, 600).map(({ id }) => ({ id, name: '\u{1f3ac}'.repeat(250), isActive: false }))
    for (const { id } of items.slice(0, 20)) {
      const [one] = Object.values(draft.projects)
      if (one) draft.projects[id] = { ...one, id, scenes }
    }
  })
  const path = socketPath(on.rig.dataDir)
  const stop = await listenForPrograms(on.rig.core, path, () => '')
  const client = await connectProgram(path, on.rig.clock)
  closing({
    async close() {
      client.close()
      stop()
    },
  })
  const state = await client.state()
  expect(state.projectList.items).toHaveLength(LONGEST_LIST.items)
  expect(JSON.stringify(state).length).toBeGreaterThan(8_000_000)
})
