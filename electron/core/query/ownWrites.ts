/** What our own writes created, so that a lost one is not matched with an item whose response arrived. */
export interface OwnWrites {
  /** Registers a write that may create something, until it is answered or lost. */
  sent(answer: Promise<unknown>): void
  /** Settles once all writes now in flight are over. */
  answered(): Promise<unknown>
  made(id: string): void
  isMade(id: string): boolean
}

/** How many ids are kept: a lost write is looked for within half a minute only. */
const MOST_KEPT = 1_000

export function createOwnWrites(): OwnWrites {
  const ids = new Set<string>()
  const underWay = new Set<Promise<unknown>>()

  function made(id: string): void {
    ids.add(id)
    if (ids.size > MOST_KEPT) ids.delete(ids.values().next().value ?? id)
  }

  return {
    sent(answer) {
      const over = answer.then(
        (value) => idsIn(value).forEach(made),
        () => {},
      )
      underWay.add(over)
      void over.finally(() => underWay.delete(over))
    },
    answered: () => Promise.all(underWay),
    made,
    isMade: (id) => ids.has(id),
  }
}

/** The ids that a response contains: of a project, of an arriving file, of a scene with its layer. */
function idsIn(answer: unknown): string[] {
  return [answer, ...Object.values(answer ?? {})].flatMap((one) => {
    const { id, fileId } = (one ?? {}) as { id?: unknown; fileId?: unknown }
    return [id, fileId].filter((value) => typeof value === 'string')
  })
}
