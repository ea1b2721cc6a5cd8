import type { JournalLine } from './line.ts'

/** No real journal has this many open starts and stops; a damaged one must not keep Cuelight from starting. */
const MOST_OPEN = 500

interface Open {
  sent: JournalLine
  ended: JournalLine | null
  /** A later start or stop of the project was sent: this one's effect is known, its outcome may be missing. */
  overtaken: boolean
}

export type OpenLines = ReturnType<typeof createOpenLines>

/**
 * The open part of the journal: commands that were sent and have not ended, and starts and stops whose response was
 * lost and that nothing has settled yet. The latter stay open across crashes until a reading or the user settles them.
 * Used both for reading a journal and for writing it.
 */
export function createOpenLines() {
  const open = new Map<string, Open>()
  /** The latest start or stop of each project of each service. */
  const latest = new Map<string, string>()
  let forgotten = 0

  function sent(line: JournalLine): void {
    // A later start or stop of a project is sent only once the result of the earlier one is known: it has ended, or a
    // reading showed it running before its response came. In the second case its `ended` line is still to come.
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
    /** Sent, but the outcome is unknown because the process died. */
    unended: (): JournalLine[] => [...open.values()].filter((one) => !one.ended).map((one) => one.sent),
    /** Starts and stops that may have happened, as they were sent. */
    unsettled: (): JournalLine[] =>
      [...open.values()].filter((one) => one.sent.air && !one.overtaken).map((one) => one.sent),
    /** How many of the oldest were dropped because there were too many. */
    forgotten: () => forgotten,
    /** Every line needed to restore this state, in order. */
    lines: (): JournalLine[] => [...open.values()].flatMap((one) => (one.ended ? [one.sent, one.ended] : [one.sent])),
  }
}
