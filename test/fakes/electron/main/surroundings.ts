/**
 * The desktop around the app, which does not exist here: one screen, no sleep, a network, and dialogs without a user.
 */
import type Electron from 'electron'
import { isBroken, isSo } from '../facts.ts'
import { Emitter, strict } from '../strict.ts'

const display = strict('Display', {
  ...{ id: 1, scaleFactor: Number(process.env.STAND_IN_SCALE ?? 1), rotation: 0, internal: false, label: 'stand-in' },
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 32, width: 1920, height: 1048 },
  size: { width: 1920, height: 1080 },
} satisfies Partial<Electron.Display>) as Electron.Display

export const screen = Object.assign(new Emitter('Screen', 'screen'), {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  getDisplayNearestPoint: () => display,
  getCursorScreenPoint: () => ({ x: 900, y: 500 }),
} satisfies Partial<Electron.Screen>)

export const nativeTheme = Object.assign(new Emitter('NativeTheme', 'nativeTheme'), {
  shouldUseDarkColors: true,
  shouldUseDarkColorsForSystemIntegratedUI: true,
  shouldUseHighContrastColors: false,
} satisfies Partial<Electron.NativeTheme>)

export const powerMonitor = new Emitter('PowerMonitor', 'powerMonitor')

const blocking = new Set<number>()
let blockers = 0

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: () => {
    blocking.add(++blockers)
    return blockers
  },
  stop: (id: number) => blocking.delete(id),
  isStarted: (id: number) => blocking.has(id),
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>)

export const net = strict('net', { isOnline: () => true, online: true } satisfies Partial<Electron.Net>)

/** Nothing is opened outside: the probe records what was to be opened. */
export const shell = strict('shell', {
  openExternal: async () => {},
} satisfies Partial<Electron.Shell>)

/** As if the user cancelled; a spec that wants another response replaces these. */
export const dialog = strict('dialog', {
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  showErrorBox: (title: string, content: string) => console.error(`${title}: ${content}`),
} satisfies Partial<Electron.Dialog>)

type Shortcuts = Pick<Electron.GlobalShortcut, 'register' | 'unregister' | 'unregisterAll' | 'isRegistered'>

const held = new Map<string, () => void>()

/** No other program holds keys: a spec takes one through the probe. */
const grabbed: Shortcuts = {
  register(accelerator, press) {
    if (held.has(accelerator) || isBroken('keys')) return false
    held.set(accelerator, press)
    return true
  },
  unregister: (accelerator) => void held.delete(accelerator),
  unregisterAll: () => held.clear(),
  isRegistered: (accelerator) => held.has(accelerator),
}

/** Chromium's name of a key for the portal: it has none for most (`portalKeys` in facts.ts). */
function portalId(accelerator: string): string {
  const key = accelerator.split('+').at(-1) ?? ''
  const isNamed = /^([A-Z0-9,.]|Space|Tab|Delete|Insert|Up|Down|Left|Right|Home|End|PageUp|PageDown|Media\w+)$/.test(
    key,
  )
  return isNamed ? accelerator : ''
}

/** Accepts every request; a granted key stays granted, and calls the last one that requested its name. */
const portal: Shortcuts = {
  register: (accelerator, press) => Boolean(held.set(portalId(accelerator), press)),
  unregister: () => {},
  unregisterAll: () => held.clear(),
  isRegistered: (accelerator) => held.has(portalId(accelerator)),
}

export const globalShortcut = strict('globalShortcut', isSo('portalKeys') ? portal : grabbed)

/** For a driver that presses keys (`pressHotkey`): calls what the system would call for a key. */
Object.assign(globalThis, {
  [Symbol.for('cuelight.called')]: (accelerator: string) =>
    held.get(isSo('portalKeys') ? portalId(accelerator) : accelerator),
})
