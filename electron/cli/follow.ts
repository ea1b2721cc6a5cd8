import type { ServerMessage } from '../../shared/bridge/bridge.ts'
import type { AppState } from '../../shared/state.ts'
import type { ProgramClient } from '../core/bridge/socketClient.ts'

/** Calls back with each state as it comes. Patches are immer's, which only what follows has to load. */
export async function follow(client: ProgramClient, onState: (state: AppState) => void): Promise<void> {
  const { applyPatches, enablePatches } = await import('immer')
  enablePatches()
  let state: AppState | null = null
  let revision = -1

  function take(message: ServerMessage): void {
    if (message.type === 'snapshot') keep(message.state, message.revision)
    // After a gap nothing but the snapshot that was asked for counts.
    if (message.type !== 'patch' || state === null) return
    if (message.base === revision) keep(applyPatches(state, message.patches), message.revision)
    else {
      state = null
      client.follow()
    }
  }

  function keep(next: AppState, at: number): void {
    state = next
    revision = at
    onState(next)
  }

  client.listen(take)
  client.follow()
}
