import {
  type Answer,
  type Body,
  type OperationName,
  type Operations,
  operations,
  type PathParameters,
  type Query,
} from '../../shared/contract/operations.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import type { Lane } from './budget/lanes.ts'
import { LONGEST_TOLD_MS } from './budget/policy.ts'

type Params<Name extends OperationName> = keyof PathParameters<Name> extends never
  ? { params?: undefined }
  : { params: PathParameters<Name> }
type Payload<Name extends OperationName> = Operations[Name]['body'] extends null
  ? { body?: undefined }
  : { body: Body<Name> }

/** The input of an operation: path parameters and body only if it has them. */
export type CallInput<Name extends OperationName> = Params<Name> & Payload<Name> & { query?: Query<Name> }

/** The same input for code that handles any operation. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly query?: unknown
}

export interface CallOptions {
  signal?: AbortSignal
  /** Lane for the request budget; default: the operation's own. */
  lane?: Lane
  /** How long it may wait for budget, in ms, over all its attempts. Default: see `DEADLINE_MS`. */
  deadlineMs?: number
  /** Ms from requesting a connection to the last byte of the response. Default: see `TIMEOUT_MS`. */
  timeoutMs?: number
  /** Called before each sending. If it throws, nothing is sent, and `call` rejects with that very error. */
  beforeSend?: () => void
  /** It was refused for lack of budget, or a read failed, and it is sent again in about this many ms. */
  onHeld?: (ms: number) => void
}

/** One attempt, for logs and meters. */
export interface Attempt {
  operation: OperationName
  /** Null if no response arrived. */
  status: number | null
  /** Ms from requesting a connection to the end. */
  ms: number
  failure: Failure | null
  /** The project it was about; null: none. */
  projectId: string | null
  /** Whether the response was about a rehearsal; null if none arrived. */
  rehearsal: boolean | null
}

/** The part of the client that readers need. */
export interface Caller {
  /** Rejects with a `ServiceError`, or with what `beforeSend` threw. */
  call<Name extends OperationName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<Answer<Name>>
}

/**
 * How long a call waits for budget, in ms. A late cue is worse than none, except for a stop: it is sent at once, and if
 * the service itself refuses it, it waits as long as the service requests. Background reads may wait.
 */
export const DEADLINE_MS: Readonly<Record<Lane, number>> = {
  ...{ stop: LONGEST_TOLD_MS + 1_000, air: 3_000, show: 3_000 },
  ...{ edit: 30_000, read: 30_000, refresh: Number.POSITIVE_INFINITY, later: Number.POSITIVE_INFINITY },
}

/** How long one attempt may take, in ms, including connection and whole response. */
export const TIMEOUT_MS: Readonly<Record<Lane, number>> = {
  ...{ stop: 10_000, air: 10_000, show: 10_000 },
  ...{ edit: 30_000, read: 30_000, refresh: 15_000, later: 15_000 },
}

/** A failure that we detect ourselves. `offline` means that the operation surely had no effect. */
export function ownFailure(operation: OperationName, kind: 'offline' | 'unreadable', detail: string): Failure {
  const { method, path } = operations[operation]
  const mayHaveHappened = kind !== 'offline' && method !== 'GET'
  return { kind, operation, method, path, detail, mayHaveHappened }
}

/** For a `catch`: returns null for a failure of the service; any other error is a bug, and is thrown again. */
export function passOver(error: unknown): null {
  if (error instanceof ServiceError) return null
  throw error
}
