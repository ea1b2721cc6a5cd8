import { electronProgram, sandboxHelp, whyNoWindow } from './electron.mjs'
import { nodeFlags } from './nodeFlags.mjs'
import { nodePath } from './packages.mjs'
import { runOn } from './running.mjs'
import { tell } from './tell.mjs'

/** Arguments that ask for no window. */
const WITHOUT = ['--headless', '--help']

/** A program that ends like this has not run: a library is not there (127), or it broke on the way up. */
const NEVER_RAN = [126, 127, 133, 134, 139]
const AT_ONCE_MS = 5_000

/**
 * Starts Cuelight: the desktop app where Electron can be had, else the panel in a browser, with the reason. Answers the
 * exit code.
 * @param {readonly string[]} args
 */
export async function start(args) {
  if (WITHOUT.some((one) => args.includes(one))) return panel(args)
  const noWindow = whyNoWindow()
  const found = noWindow ? { why: noWindow } : await electronProgram()
  if ('why' in found) return panelBecause(found.why, args)
  const from = performance.now()
  const { code, signal } = await runOn(found.program, ['.', ...args])
  const failed = (signal || NEVER_RAN.includes(code)) && performance.now() - from < AT_ONCE_MS
  if (!failed) return code
  const help = sandboxHelp(found.program)
  const more = help === null ? '' : `. This system allows it no sandbox. Allow it once: ${help}`
  return panelBecause(`Electron does not run here (it ended with ${signal ?? code})${more}`, args)
}

function panelBecause(why, args) {
  tell(`Cuelight opens in your browser, without tray and hotkeys: ${why}.`)
  return panel(args)
}

async function panel(args) {
  return (await runOn(nodePath(), [...nodeFlags, '.dist/main/headless.mjs', ...args])).code
}
