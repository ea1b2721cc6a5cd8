/**
 * Numbers what is asked for, so that after every wait it is plain what is older. What was asked for carries the number of
 * its asking; where something about the same subject was asked for since, it is superseded and ends as that.
 */
export interface Sequence {
  /** The next number, higher than all before. */
  next(): number
  /** Whatever was asked for about this subject until now is superseded. */
  supersede(subject: string): void
  isSuperseded(subject: string, number: number): boolean
  /** Takes an answer to what was asked under this number. False: what was asked later is answered already. */
  takes(subject: string, number: number): boolean
}

export function createSequence(): Sequence {
  let last = 0
  /** By subject: what has a lower number is superseded. */
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
