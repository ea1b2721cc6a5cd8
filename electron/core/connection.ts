import type { AppState } from '../../shared/state.ts'
import type { Attempt } from '../service/calls.ts'
import type { Client } from '../service/client.ts'

/** Which service the core works with. */
export interface Connection {
  /** The id under which everything about this account is stored. */
  id: string
  baseUrl: string
  account: string
  keyPresent: boolean
  /** Which requests are sent, and where, for users who want to know. */
  entries?: AppState['operations']
  /** How this service behaves where the contract leaves it open; our defaults if left out. */
  meanings?: AppState['meanings']
  /** Creates the client, which reports each attempt to `observe`. */
  connect: (observe: (attempt: Attempt) => void) => Client
}
