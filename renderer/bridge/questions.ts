/** The link to the core ended before an outcome arrived. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  /** False: the command certainly never left this page. True: the core may have executed it. */
  readonly sent: boolean

  constructor(sent: boolean) {
    super(sent ? 'the link ended before the outcome came' : 'there is no link')
    this.sent = sent
  }
}

interface PendingQuestion<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** Pending queries. They change nothing, so a lost one can simply be sent again. */
export class Questions<Answer> {
  readonly #asked = new Map<string, PendingQuestion<Answer>>()

  add(id: string): Promise<Answer> {
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }))
  }

  answer(id: string, answer: Answer): void {
    this.#take(id)?.resolve(answer)
  }

  /** @param why its message is in plain words */
  refuse(id: string, why: Error): void {
    this.#take(id)?.reject(why)
  }

  /** Rejects all pending queries: their responses will not arrive any more. */
  giveUp(): void {
    for (const id of [...this.#asked.keys()]) this.#take(id)?.reject(new LinkError(true))
  }

  #take(id: string): PendingQuestion<Answer> | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    return asked
  }
}
