import type { KeyHistory } from '../../service/attempt.ts'
import type { Connection } from '../core.ts'

/** A hosted service to connect to, with what its client needs to know of the key. */
export interface Target {
  baseUrl: string
  account: string
  /** This one and no other for as long as the connection lasts. Null: there is none, and nothing can be asked. */
  key: string | null
  /** Has the service accepted this key before? Refused now, it was revoked. */
  history: KeyHistory
}

/** The local studio as a service to work with: found or started, watched, and left. */
export interface StudioService {
  /** Rejects with a plain message when it can be neither found nor started. */
  join(): Promise<Connection>
  /** Called when it had died and was started again, with the way to it. */
  onRestarted(take: (connection: Connection) => void): void
  /** A studio we started ends with us, unless something is on air on it. */
  leave(): Promise<void>
}

/** Ways to the services that profiles stand for. */
export interface Services {
  connect(target: Target): Connection
  studio: StudioService
}
