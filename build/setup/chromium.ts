import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** The path of Chromium, which `system.mjs` has installed. */
const CHROMIUM =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : '/usr/bin/chromium-browser')

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/** The same engine without the browser around it, if installed: tests need half the time in it. */
const SHELL = process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM

/** The system's Chromium, with background network access disabled. */
export const launch = () => launchProgram(CHROMIUM)

/** Like `launch`, in the headless shell if installed. @param env added to our own environment */
export const launchShell = (env: Record<string, string> = {}) => launchProgram(SHELL, env)

function launchProgram(executablePath: string, env: Record<string, string> = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
