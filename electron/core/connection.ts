import type { AppState } from '../../shared/state.ts'
import type { Attempt } from '../service/calls.ts'
import type { Client } from '../service/client.ts'

/** Which service the core works with. */
export interface Connection {
  /** Under which all that is known of this account is kept. */
  id: string
  baseUrl: string
  account: string
  keyPresent: boolean
  /** What is sent there, and where: for people who want to know. */
  entries?: AppState['operations']
  /** What that service means where the contract leaves it open; left out, what we take. */
  meanings?: AppState['meanings']
  /** Makes the client; told where to report each attempt. */
  connect: (observe: (attempt: Attempt) => void) => Client
}
