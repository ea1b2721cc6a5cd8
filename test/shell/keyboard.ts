import type { ShortcutRegistry } from '../../electron/shell/hotkeys/registrar.ts'

/** A system's keyboard: some keys belong to other programs, and registered ones can be pressed. */
export class Keyboard implements ShortcutRegistry {
  /** Keys of other programs. */
  readonly others = new Set<string>()
  /** Every request is refused. */
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

  /** Keys that are registered now. */
  get held(): string[] {
    return [...this.#held.keys()].sort()
  }

  /** A registration is lost without notice, as during a sleep. */
  lose(accelerator: string): void {
    this.#held.delete(accelerator)
  }

  /** One event of a key: a press, or a repeat while it is held. Returns whether it reached us. */
  strike(accelerator: string): boolean {
    const onPress = this.#held.get(accelerator)
    onPress?.()
    return onPress !== undefined
  }
}
