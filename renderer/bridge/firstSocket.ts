import { SHELL_GLOBAL, type ShellBridge } from '../../shared/bridge/shellBridge.ts'
import { type Dialled, dial } from './dial.ts'

/** The bridge that the desktop app gives its pages; null in a browser. */
export function shellBridge(): ShellBridge | null {
  return ((globalThis as Record<string, unknown>)[SHELL_GLOBAL] as ShellBridge | undefined) ?? null
}

/**
 * The first WebSocket to the core, or null in the desktop app, which has its own channel. It is opened by importing
 * this module before any other of ours, so that both sides prove their identity while the rest of the script still
 * starts. No message is lost: listeners are attached before the script yields.
 */
export const firstSocket: Dialled | null = shellBridge() ? null : dial()
