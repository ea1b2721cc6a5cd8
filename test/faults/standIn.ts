import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, test = 'windows'): Fault => ({
  name: `built app: ${name}`,
  file: `electron/${file}`,
  from,
  to,
  tests: [`test/e2e/desktop/${test}.test.ts`],
})

/** Deliberate faults of our own in what keeps pages in their place, built into the app as it is shipped. */
export const standInFaults: Fault[] = [
  plant('ask nobody who speaks', 'ipc.ts', 'whyNotOurs(event.senderFrame, page !== null)', 'null as string | null'),
  plant(
    'hear our windows whatever they show',
    'shell/windows/sender.ts',
    'return isOurPage(frame.url) ? null',
    'return frame.url ? null',
  ),
  plant(
    'keep to ourselves why a link was refused',
    'shell/furnishDesktop.ts',
    "if (outcome.result === 'refused') hotkeys.flash(outcome)",
    '',
    'life',
  ),
  plant('let a page go elsewhere', 'shell/windows/contents.ts', 'event.preventDefault()\n    log(', 'log('),
  plant('let pages open windows', 'shell/windows/contents.ts', "action: 'deny'", "action: 'allow'"),
  plant(
    'open outside whatever a page names',
    'shell/windows/contents.ts',
    'if (mayOpen(address)) shell',
    'if (address) shell',
  ),
  plant(
    'give a page the microphone',
    'shell/windows/contents.ts',
    'setPermissionRequestHandler((_contents, _permission, answer) => answer(false))',
    'setPermissionRequestHandler((_contents, _permission, answer) => answer(true))',
  ),
  plant(
    'say that a page may',
    'shell/windows/contents.ts',
    'setPermissionCheckHandler(() => false)',
    'setPermissionCheckHandler(() => true)',
  ),
  plant(
    'let any script run in our pages',
    'pageHeaders.ts',
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  ),
  plant(
    'expose more than is needed to a page',
    'preload.ts',
    'contextBridge.exposeInMainWorld(SHELL_GLOBAL, bridge)',
    'contextBridge.exposeInMainWorld(SHELL_GLOBAL, { ...bridge, send: ipcRenderer.send })',
  ),
  plant('save for anyone to read', 'shell/windows/saving.ts', 'mode: 0o600', 'mode: 0o644'),
  plant(
    'leave it to Electron to end the studio',
    'studio/main.ts',
    'process.exit(code)',
    'process.exitCode = code',
    'processes',
  ),
]
