import type { ProgramClient } from '../../core/bridge/socketClient.ts'
import { connectProgram, ProgramError } from '../../core/bridge/socketClient.ts'
import type { Desk } from '../desk.ts'

/** How an agent reaches the running Cuelight. */
export interface AgentLink {
  /** The connection, made again if Cuelight was restarted meanwhile. Rejects with a `ProgramError`. */
  client(): Promise<ProgramClient>
  close(): void
}

/** @param name under which the journal knows the agent: the user's own, never one that the agent chose */
export function createAgentLink(
  { path, clock, client: first }: Pick<Desk, 'path' | 'clock' | 'client'>,
  name: string,
): AgentLink {
  let current: Promise<ProgramClient> | null = introduced(first)
  current.catch(() => {})

  /** Nothing is sent before the core has confirmed that it does no more for this connection than for an agent. */
  async function introduced(client: ProgramClient): Promise<ProgramClient> {
    void client.ended.then(() => {
      current = null
    })
    try {
      await client.becomeAgent(name)
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  return {
    client() {
      current ??= connectProgram(path, clock).then(introduced)
      current.catch(() => {
        current = null
      })
      return current
    },
    close() {
      void current?.then((client) => client.close()).catch(() => {})
    },
  }
}

/** What went wrong, for the agent; rethrows our own faults. */
export function problemOf(error: unknown): string {
  if (error instanceof ProgramError || (error instanceof Error && error.name === 'QueryError')) return error.message
  throw error
}
