import { operations } from '../../shared/contract/operations.ts'
import { ServiceError } from '../../shared/failures.ts'
import type { Caller } from '../service/calls.ts'

/** The core's way to the service, whichever it is at the moment. */
export interface ServiceLink extends Caller {
  /** From now on calls go here; null: nowhere yet. */
  connect(caller: Caller | null): void
}

export function createServiceLink(): ServiceLink {
  let caller: Caller | null = null
  return {
    connect(next) {
      caller = next
    },
    async call(name, input, options) {
      if (caller) return caller.call(name, input, options)
      const { method, path } = operations[name]
      throw new ServiceError({
        kind: 'offline',
        operation: name,
        method,
        path,
        detail: 'no service is connected yet',
        mayHaveHappened: false,
      })
    },
  }
}
