import { SHELL_GLOBAL, type ShellBridge } from '../../shared/bridge/shellBridge.ts'

/** What the desktop app gives its pages; null in a browser. */
export function shellBridge(): ShellBridge | null {
  return ((globalThis as Record<string, unknown>)[SHELL_GLOBAL] as ShellBridge | undefined) ?? null
}
