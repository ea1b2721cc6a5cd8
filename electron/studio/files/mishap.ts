import type { ServiceCode } from '../../../shared/contract/errors.ts'
import { tellDiskError } from '../../../shared/words/disk.ts'

/** Why work on a file came to nothing: a code of the contract and a sentence for whoever asked for it. */
export class Mishap extends Error {
  override readonly name = 'Mishap'
  readonly code: ServiceCode

  constructor(code: ServiceCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The same of anything that was thrown; what has no better words is told by the system's. */
export function mishapOf(error: unknown): Mishap {
  if (error instanceof Mishap) return error
  return new Mishap('IMPORT_FAILED', tellDiskError(error).replace(/\.?$/, '.'))
}
