import { electronProgram, here, sandboxHelp, whyNoWindow } from './electron.mjs'
import { nodeFlags } from './nodeFlags.mjs'
import { nodePath } from './packages.mjs'
import { runOn } from './running.mjs'
import { tell } from './tell.mjs'

/** Arguments that need no window. */
const WITHOUT = ['--headless', '--help']

/** Exit codes of a program that did not run: a library is missing (127), or it crashed on start. */
const NEVER_RAN = [126, 127, 133, 134, 139]
const AT_ONCE_MS = 5_000

/**
 * Starts Cuelight: the desktop app if Electron is available, else the panel in a browser, with the reason. Resolves
 * with the exit code.
 * @param {readonly string[]} args
 */
export async function start(args, place = here) {
  if (WITHOUT.some((one) => args.includes(one))) return panel(args)
  const noWindow = whyNoWindow(place)
  const found = noWindow ? { why: noWindow } : await electronProgram(place)
  if ('why' in found) return panelBecause(found.why, args)
  // It would only crash, and Ubuntu would offer to report that.
  const help = args.includes('--no-sandbox') ? null : sandboxHelp(found.program, place)
  if (help !== null) return panelBecause(`this system lets Electron make no sandbox. Allow it once: ${help}`, args)
  const from = performance.now()
  const { code, signal } = await runOn(found.program, ['.', ...inOneWord(args)])
  const failed = (signal || NEVER_RAN.includes(code)) && performance.now() - from < AT_ONCE_MS
  return failed ? panelBecause(`Electron does not run here (it ended with ${signal ?? code})`, args) : code
}

/** Electron on Windows quits silently if any argument follows a URL (electron 45: shell/app/command_line_args.cc). */
function inOneWord(args) {
  const at = args.indexOf('--base-url')
  if (at === -1 || at + 1 === args.length) return args
  return [...args.slice(0, at), `--base-url=${args[at + 1]}`, ...args.slice(at + 2)]
}

function panelBecause(why, args) {
  // In a browser nothing would be examined, and all of Cuelight would run, on the user's own data.
  if (args.includes('--doctor')) {
    tell(`The doctor examines the desktop app, and that does not run: ${why}.`)
    return 1
  }
  tell(`Cuelight opens in your browser, without tray and hotkeys: ${why}.`)
  return panel(args)
}

async function panel(args) {
  return (await runOn(nodePath(), [...nodeFlags, '.dist/main/headless.mjs', ...args])).code
}
