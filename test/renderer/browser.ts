import { type Browser, chromium } from 'playwright'

/** The system's Chromium, without anything that reaches out. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CUELIGHT_CHROMIUM ?? '/usr/bin/chromium',
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
