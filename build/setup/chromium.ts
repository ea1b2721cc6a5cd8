import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** Where Chromium is; `system.mjs` has seen to it that it is there. */
const CHROMIUM =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : '/usr/bin/chromium-browser')

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/** The same engine without a browser around it, where the system has it: tests take half the work in it. */
const SHELL = process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM

/** The system's Chromium, without anything that reaches out. */
export const launch = () => launchProgram(CHROMIUM)

/** As `launch`, without what only windows need. @param env added to our own environment */
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
