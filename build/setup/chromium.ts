import { type Browser, chromium } from 'playwright'
import { CHROMIUM, SHELL } from './chromiumPaths.ts'

/** The system's Chromium, with background network access disabled. */
export const launch = () => launchProgram(CHROMIUM)

/** Like `launch`, in the headless shell if installed. @param env added to our own environment */
export const launchShell = (env: Record<string, string> = {}) => launchProgram(SHELL, env)

/** Any other program that is Chromium. */
export const launchAs = (program: string) => launchProgram(program)

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
