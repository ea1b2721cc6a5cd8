import type { Report } from '../../shared/report/report.ts'
import { LinkError } from './linkError.ts'

interface Asked {
  resolve(report: Report): void
  reject(error: Error): void
}

/** Questions that wait for their answer. They change nothing, so one that gets lost may simply be asked again. */
export class Questions {
  readonly #asked = new Map<string, Asked>()

  add(id: string): Promise<Report> {
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }))
  }

  answer(id: string, report: Report): void {
    this.#take(id)?.resolve(report)
  }

  /** @param why in plain words */
  refuse(id: string, why: string): void {
    this.#take(id)?.reject(new Error(why))
  }

  /** Their answers will not come any more. */
  giveUp(): void {
    for (const id of [...this.#asked.keys()]) this.#take(id)?.reject(new LinkError(true))
  }

  #take(id: string): Asked | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    return asked
  }
}
