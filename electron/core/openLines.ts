import type { JournalLine } from './journal.ts'

/**
 * What of the journal is not over yet: commands sent and not ended, and starts and stops whose answer was lost and
 * which nothing has settled so far. The latter stay open over any number of crashes, until a reading or a person
 * settles them. The same book is kept while reading a journal and while writing it.
 */
export interface OpenLines {
  see(line: JournalLine): void
  /** Sent, and nobody knows how it ended: the process died. */
  unended(): JournalLine[]
  /** Starts and stops that may have happened, as they were sent. */
  unsettled(): JournalLine[]
  /** Every line that is needed to know all this again, in order. */
  lines(): JournalLine[]
}

interface Open {
  sent: JournalLine
  ended: JournalLine | null
}

export function createOpenLines(): OpenLines {
  const open = new Map<string, Open>()

  function sent(line: JournalLine): void {
    // One start or stop of a project at a time: a later one could only be sent because the earlier one was over.
    if (line.air) for (const [id, one] of open) if (isOfSameAir(one.sent, line)) open.delete(id)
    open.set(line.id, { sent: line, ended: null })
  }

  function ended(line: JournalLine): void {
    const one = open.get(line.id)
    if (!one) return
    if (one.sent.air && line.outcome?.result === 'unknown') one.ended = line
    else open.delete(line.id)
  }

  return {
    see(line) {
      if (line.line === 'sent') sent(line)
      if (line.line === 'ended') ended(line)
      if (line.settles !== undefined) open.delete(line.settles)
    },
    unended: () => [...open.values()].filter((one) => !one.ended).map((one) => one.sent),
    unsettled: () => [...open.values()].filter((one) => one.sent.air).map((one) => one.sent),
    lines: () => [...open.values()].flatMap((one) => (one.ended ? [one.sent, one.ended] : [one.sent])),
  }
}

function isOfSameAir(one: JournalLine, other: JournalLine): boolean {
  return one.air !== undefined && one.projectId === other.projectId && one.service === other.service
}
