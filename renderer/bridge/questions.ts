/** The link to the core ended before an outcome came. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  /** False: the command surely never left this page. True: the core may have carried it out. */
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

/** Questions that wait for their answer. They change nothing, so one that gets lost may simply be asked again. */
export class Questions<Answer> {
  readonly #asked = new Map<string, PendingQuestion<Answer>>()

  add(id: string): Promise<Answer> {
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }))
  }

  answer(id: string, answer: Answer): void {
    this.#take(id)?.resolve(answer)
  }

  /** @param why with a message in plain words */
  refuse(id: string, why: Error): void {
    this.#take(id)?.reject(why)
  }

  /** Their answers will not come any more. */
  giveUp(): void {
    for (const id of [...this.#asked.keys()]) this.#take(id)?.reject(new LinkError(true))
  }

  #take(id: string): PendingQuestion<Answer> | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    return asked
  }
}
