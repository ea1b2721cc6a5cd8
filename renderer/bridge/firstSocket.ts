import { SHELL_GLOBAL, type ShellBridge } from '../../shared/bridge/shellBridge.ts'
import { type Dialled, dial } from './dial.ts'

/** What the desktop app gives its pages; null in a browser. */
export function shellBridge(): ShellBridge | null {
  return ((globalThis as Record<string, unknown>)[SHELL_GLOBAL] as ShellBridge | undefined) ?? null
}

/**
 * The first WebSocket to the core, or null in the desktop app, which has a channel of its own. Opened by importing this
 * module, before any other of ours: while the rest of the script is still starting, each side proves itself. Nothing the
 * core says is lost, as whoever listens does so before the script gives way.
 */
export const firstSocket: Dialled | null = shellBridge() ? null : dial()
