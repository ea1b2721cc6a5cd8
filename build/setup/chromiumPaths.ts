import { existsSync } from 'node:fs'

/** The path of Chromium, which `system.mjs` has installed. */
export const CHROMIUM =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : '/usr/bin/chromium-browser')

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/** The same engine without the browser around it, if installed: tests need half the time in it. */
export const SHELL = process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM
