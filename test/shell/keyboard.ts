import type { ShortcutRegistry } from '../../electron/shell/hotkeys/registrar.ts'

/** A system that gives keys: some are another program's, and what is grabbed can be pressed. */
export class Keyboard implements ShortcutRegistry {
  /** Keys of other programs. */
  readonly others = new Set<string>()
  /** Whatever is asked for is refused. */
  refusesAll = false
  /** Throws for every key, as Electron does for what it cannot read. */
  broken = false
  /** Every call, in order. */
  readonly calls: string[] = []
  readonly #held = new Map<string, () => void>()

  register(accelerator: string, onPress: () => void): boolean {
    this.calls.push(`register ${accelerator}`)
    if (this.broken) throw new TypeError('conversion failure')
    if (this.refusesAll || this.others.has(accelerator) || this.#held.has(accelerator)) return false
    this.#held.set(accelerator, onPress)
    return true
  }

  unregister(accelerator: string): void {
    this.calls.push(`unregister ${accelerator}`)
    this.#held.delete(accelerator)
  }

  isRegistered = (accelerator: string): boolean => this.#held.has(accelerator)

  /** Keys that are grabbed now. */
  get held(): string[] {
    return [...this.#held.keys()].sort()
  }

  /** A grab dies without anyone being told, as over a sleep. */
  lose(accelerator: string): void {
    this.#held.delete(accelerator)
  }

  /** One sign of a key: a press, or a repeat while it is held. Says whether it reached us. */
  strike(accelerator: string): boolean {
    const onPress = this.#held.get(accelerator)
    onPress?.()
    return onPress !== undefined
  }
}
