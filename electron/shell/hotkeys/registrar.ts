import { type Bindings, clashesIn, defaultHotkeys, readAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import type { HotkeyEntry } from '../../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS, type HotkeyAction, type HotkeyStatus } from '../../../shared/settings/desktopNames.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { DRAWN_AFTER_MS } from './invocations.ts'

/** What is needed of the system; Electron's `globalShortcut` is one. */
export interface ShortcutRegistry {
  /** False: not given, most often because another program has it. May throw for an unknown accelerator. */
  register(accelerator: string, onPress: () => void): boolean
  unregister(accelerator: string): void
  isRegistered(accelerator: string): boolean
}

export interface RegistrarOptions {
  grabs: ShortcutRegistry
  clock: Clock
  /** The platform whose rules apply to keys, as `rulesOfKeys` returns it. */
  platform: string
  way: 'grab' | 'portal' | 'none'
  /** One of our keys was heard: pressed, or repeated while it is held. */
  onPress: (action: HotkeyAction) => void
  /** A key was heard that no longer belongs to an action: the portal keeps the keys it once gave. */
  onStray: (accelerator: string) => void
  /** Called with the state of every action whenever it may have changed. */
  show: (entries: Readonly<Record<HotkeyAction, HotkeyEntry>>) => void
  log: (line: string) => void
}

export type Registrar = ReturnType<typeof createRegistrar>

/** A proof older than this (ms) is renewed; a held key must not redraw every surface with each repeat. */
const PROOF_AGE_MS = 1_000

/** Registers keys with the system, and tracks the state of each. Keys are identified by their accelerator alone. */
export function createRegistrar(options: RegistrarOptions) {
  const { clock, platform, way, onPress, onStray, show } = options
  const held = createGrabs(options, heard)
  const reasons = new Set<string>()
  const proofs = new Map<HotkeyAction, { accelerator: string; at: number }>()
  let bindings: Bindings = defaultHotkeys(platform)
  let owners = new Map<string, HotkeyAction>()

  const isPaused = () => reasons.size > 0
  const ask = (accelerator: string): HotkeyStatus =>
    isPaused() && !held.has(accelerator) ? 'paused' : held.ask(accelerator)

  function heard(accelerator: string): void {
    const action = owners.get(accelerator)
    if (action === undefined && way === 'portal' && !isPaused()) onStray(accelerator)
    if (action === undefined || isPaused() || !held.has(accelerator)) return
    onPress(action)
    const at = clock.now()
    // Only once the command for this press is under way.
    clock.after(DRAWN_AFTER_MS, () => prove(action, accelerator, at))
  }

  function prove(action: HotkeyAction, accelerator: string, at: number): void {
    if (owners.get(accelerator) !== action) return
    const proof = proofs.get(action)
    if (proof && at - proof.at < PROOF_AGE_MS) return
    proofs.set(action, { accelerator, at })
    tell()
  }

  function bind(next: Bindings): void {
    bindings = next
    owners = ownersIn(next, platform)
    // New keys first: a key in use is not released before its successor is registered.
    for (const accelerator of owners.keys()) ask(accelerator)
    held.release((accelerator) => !owners.has(accelerator))
    for (const [action, { accelerator }] of proofs) if (next[action] !== accelerator) proofs.delete(action)
    tell()
  }

  const tell = () =>
    show(entriesOf(bindings, platform, statusOf, (action: HotkeyAction) => proofs.get(action)?.at ?? null))

  function statusOf(action: HotkeyAction, clash: HotkeyAction | undefined): HotkeyStatus {
    const accelerator = bindings[action]
    if (accelerator === null) return 'off'
    if (clash) return 'clash'
    if (owners.get(accelerator) !== action) return 'notAKey'
    return isPaused() ? 'paused' : held.answer(accelerator)
  }

  return {
    /** Registers the given keys and releases all others. */
    bind,
    /** Requests a key from the system; nothing else changes. `bind` uses it, or releases it again. */
    ask,
    /** While there is any reason to pause, no key is registered. */
    pause(reason: string, on: boolean) {
      if (on) reasons.add(reason)
      else reasons.delete(reason)
      if (isPaused()) held.renew()
      bind(bindings)
    },
    /** Registers every key again: after sleep a grab may be dead although it counts as registered. */
    recheck() {
      held.renew()
      bind(bindings)
    },
    stop() {
      reasons.add('stopped')
      held.release(() => true)
    },
  }
}

/** The state of every action. */
function entriesOf(
  bindings: Bindings,
  platform: string,
  statusOf: (action: HotkeyAction, clash: HotkeyAction | undefined) => HotkeyStatus,
  provenAt: (action: HotkeyAction) => number | null,
): Record<HotkeyAction, HotkeyEntry> {
  const clashes = clashesIn(bindings, platform)
  const defaults = defaultHotkeys(platform)
  const entryOf = (action: HotkeyAction): HotkeyEntry => ({
    accelerator: bindings[action],
    isDefault: bindings[action] === defaults[action],
    status: statusOf(action, clashes[action]),
    clashesWith: clashes[action] ?? null,
    provenAt: provenAt(action),
  })
  const entries = HOTKEY_ACTIONS.map((action) => [action, entryOf(action)])
  return Object.fromEntries(entries) as Record<HotkeyAction, HotkeyEntry>
}

/** The keys registered with the system, and its response for each key that was requested. */
function createGrabs({ grabs, way, platform, log }: RegistrarOptions, heard: (accelerator: string) => void) {
  const statuses = new Map<string, HotkeyStatus>()
  const answer = (accelerator: string) => statuses.get(accelerator) ?? 'failed'
  const has = (accelerator: string) => ['registered', 'portal'].includes(answer(accelerator))

  function request(accelerator: string): HotkeyStatus {
    try {
      if (grabs.register(accelerator, () => heard(accelerator))) return way === 'portal' ? 'portal' : 'registered'
      return refusalOf(accelerator, way, platform)
    } catch (error) {
      log(`the key ${accelerator} could not be registered: ${error instanceof Error ? error.message : error}`)
      return 'failed'
    }
  }

  function release(isMeant: (accelerator: string) => boolean): void {
    for (const accelerator of [...statuses.keys()].filter(isMeant)) {
      if (has(accelerator)) grabs.unregister(accelerator)
      statuses.delete(accelerator)
    }
  }

  return {
    answer,
    has,
    release,
    ask(accelerator: string): HotkeyStatus {
      if (!has(accelerator)) statuses.set(accelerator, request(accelerator))
      return answer(accelerator)
    },
    /** The portal may ask the user about each key that is requested again, so the keys it gave are kept but ignored. */
    renew: () => release((accelerator) => way !== 'portal' || !grabs.isRegistered(accelerator)),
  }
}

/** Each key with the action that has it: if two actions want one key, the earlier gets it. */
function ownersIn(bindings: Bindings, platform: string): Map<string, HotkeyAction> {
  const clashes = clashesIn(bindings, platform)
  const owners = new Map<string, HotkeyAction>()
  for (const action of HOTKEY_ACTIONS) {
    const accelerator = bindings[action]
    if (accelerator === null || clashes[action]) continue
    if (readAccelerator(accelerator, platform).ok) owners.set(accelerator, action)
  }
  return owners
}

/**
 * What a plain "no" means. Media keys on macOS need the user's trust in the system settings, and the portal gives no
 * reasons.
 */
function refusalOf(accelerator: string, way: RegistrarOptions['way'], platform: string): HotkeyStatus {
  const needsTrust = platform === 'darwin' && /Media[A-Z]/.test(accelerator)
  return way === 'grab' && !needsTrust ? 'taken' : 'failed'
}
