/**
 * Numbers requests so that, after any wait, it is clear which one is older. A request carries its number; if a newer
 * request about the same subject was made since, the older one is superseded and ends that way.
 */
export interface Sequence {
  /** The next number, higher than all before. */
  next(): number
  /** Supersedes everything requested about this subject so far. */
  supersede(subject: string): void
  isSuperseded(subject: string, number: number): boolean
  /**
   * Accepts the response to the request with this number.
   *
   * @returns false if a later request already got its response
   */
  takes(subject: string, number: number): boolean
}

export function createSequence(): Sequence {
  let last = 0
  /** By subject: requests with a lower number are superseded. */
  const floors = new Map<string, number>()
  const isSuperseded: Sequence['isSuperseded'] = (subject, number) => number < (floors.get(subject) ?? 0)
  return {
    next: () => ++last,
    supersede: (subject) => void floors.set(subject, ++last),
    isSuperseded,
    takes(subject, number) {
      if (isSuperseded(subject, number)) return false
      floors.set(subject, number)
      return true
    },
  }
}
