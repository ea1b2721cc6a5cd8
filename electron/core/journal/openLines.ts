import type { JournalLine } from './line.ts'

/** Nobody has as many starts and stops open; a file that does would keep Cuelight from its own start. */
const MOST_OPEN = 500

interface Open {
  sent: JournalLine
  ended: JournalLine | null
  /** A later start or stop of the same project went out: what this one came to is plain, its outcome may be missing. */
  overtaken: boolean
}

export type OpenLines = ReturnType<typeof createOpenLines>

/**
 * What of the journal is not over yet: commands sent and not ended, and starts and stops whose answer was lost and
 * which nothing has settled so far. The latter stay open over any number of crashes, until a reading or a person
 * settles them. The same book is kept while reading a journal and while writing it.
 */
export function createOpenLines() {
  const open = new Map<string, Open>()
  /** The latest start or stop of each project of each service. */
  const latest = new Map<string, string>()
  let forgotten = 0

  function sent(line: JournalLine): void {
    // A later start or stop of a project is only sent once it is plain what became of the earlier one: it is over, or a
    // reading showed that it runs while its answer was still to come. Then that one still has to end in the journal.
    if (line.air) overtakeEarlier(line)
    open.set(line.id, { sent: line, ended: null, overtaken: false })
    forgetOldest()
  }

  function overtakeEarlier(line: JournalLine): void {
    const air = JSON.stringify([line.service, line.projectId])
    const earlier = latest.get(air)
    latest.set(air, line.id)
    const one = open.get(earlier ?? '')
    if (!one) return
    if (one.ended) open.delete(one.sent.id)
    else one.overtaken = true
  }

  function forgetOldest(): void {
    if (open.size <= MOST_OPEN) return
    for (const [id] of open) {
      open.delete(id)
      forgotten += 1
      return
    }
  }

  function ended(line: JournalLine): void {
    const one = open.get(line.id)
    if (!one) return
    if (one.sent.air && !one.overtaken && line.outcome?.result === 'unknown') one.ended = line
    else open.delete(line.id)
  }

  return {
    see(line: JournalLine): void {
      if (line.line === 'sent') sent(line)
      if (line.line === 'ended') ended(line)
      if (line.settles !== undefined) open.delete(line.settles)
    },
    /** Sent, and nobody knows how it ended: the process died. */
    unended: (): JournalLine[] => [...open.values()].filter((one) => !one.ended).map((one) => one.sent),
    /** Starts and stops that may have happened, as they were sent. */
    unsettled: (): JournalLine[] =>
      [...open.values()].filter((one) => one.sent.air && !one.overtaken).map((one) => one.sent),
    /** How many of the oldest were too many to be kept. */
    forgotten: () => forgotten,
    /** Every line that is needed to know all this again, in order. */
    lines: (): JournalLine[] => [...open.values()].flatMap((one) => (one.ended ? [one.sent, one.ended] : [one.sent])),
  }
}
