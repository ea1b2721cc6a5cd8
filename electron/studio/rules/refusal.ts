import type { ServiceCode } from '../../../shared/contract/errors.ts'

/** A rule says no: with the contract's code, a plain message, and what the answer carries beside them. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ServiceCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ServiceCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
