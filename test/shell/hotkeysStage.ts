import { dispatchAs } from '../../electron/app/dispatch.ts'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { createHotkeys, type Hotkeys, isOnWayland } from '../../electron/shell/hotkeys/hotkeys.ts'
import type { HotkeyAction } from '../../shared/settings/desktopNames.ts'
import { onAir, stage } from '../core/stage.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import type { Rig } from '../fakes/rig.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { atEnd } from '../support/atEnd.ts'
import { Keyboard } from './keyboard.ts'

export type HotkeysStage = Awaited<ReturnType<typeof hotkeysStage>>

export interface HotkeysStageOptions extends IndependentOptions {
  platform?: string
  env?: Record<string, string>
  keyboard?: Keyboard
}

/** A core with the real client in front of an independent server, with the hotkeys of a desktop app. */
export async function hotkeysStage(options: HotkeysStageOptions = {}) {
  const { platform = 'linux', env = {}, keyboard = new Keyboard(), ...service } = options
  const on = await stage(service)
  const hotkeys = equip(on.rig, { platform, env, keyboard })
  atEnd(() => hotkeys.stop())
  return { ...on, keyboard, hotkeys, ...hands(on.rig, keyboard) }
}

/** The same stage, with its show on air. */
export async function hotkeysOnAir(options: HotkeysStageOptions = {}): Promise<HotkeysStage> {
  const on = await hotkeysStage(options)
  await onAir(on)
  return on
}

/** Gives a core a desktop and hotkeys. */
export function equip(
  { core, clock, log }: Pick<Rig, 'core' | 'clock' | 'log'>,
  { platform, env, keyboard }: { platform: string; env: Record<string, string>; keyboard: Keyboard },
): Hotkeys {
  core.store.change((draft) => {
    draft.desktop = firstDesktopState({ platform, versions: {} }, core.settings.get().desktop)
  })
  const act = dispatchAs(core, 'hotkey')
  const onWayland = isOnWayland(platform, env)
  const hotkeys = createHotkeys({
    ...{ core, clock, act, grabs: keyboard, platform, onWayland },
    log: (line) => log.push(line),
  })
  core.provide({
    desktop: {
      hotkeys: hotkeys.port,
      show: (window) => log.push(`shown: ${window}`),
      change: async () => {},
      examine: async () => ({ lines: [] }),
      installCommand: async () => ({ path: '', about: null }),
      updates: { check: async () => null, install: async () => '' },
    },
  })
  return hotkeys
}

function hands({ core, pass }: Pick<Rig, 'core' | 'pass'>, keyboard: Keyboard) {
  const entry = (action: HotkeyAction) => {
    const known = core.store.get().desktop?.hotkeys[action]
    if (!known) throw new Error('no desktop')
    return known
  }
  /** Passes this many ms in small steps; requests to the service complete in between. */
  const wait = async (ms: number) => {
    const step = ms > 1_000 ? 250 : 50
    for (let left = ms; left > 0; left -= step) await pass(Math.min(step, left))
  }
  /** One event of an action's key, and its immediate effects. */
  const strike = async (action: HotkeyAction) => {
    keyboard.strike(entry(action).accelerator ?? '')
    for (let turn = 0; turn < 4; turn += 1) await breathe()
  }
  return {
    entry,
    /** What the overlay would show. */
    flash: () => core.store.get().desktop?.flash ?? null,
    strike,
    wait,
    /** Holds an action's key down: its press, and its repeats as the system sends them. */
    async hold(action: HotkeyAction, forMs: number, { afterMs, everyMs } = X11) {
      await strike(action)
      let passed = 0
      for (let next = afterMs; next <= forMs; next += everyMs) {
        await wait(next - passed)
        passed = next
        await strike(action)
      }
      await wait(forMs - passed)
    },
  }
}

/** The default key repeat of X11. */
const X11 = { afterMs: 660, everyMs: 40 }
