/** Holds every page to what `policy.ts` and `mayOpen.ts` allow, whoever made it. Thin: it decides nothing. */
import { app, type Session, session, shell, type WebContents } from 'electron'

interface Rules {
  /** May this address be opened outside, in a browser? */
  mayOpen: (address: string) => boolean
  log: (line: string) => void
}

/** No page of the app goes anywhere, opens anything, or is granted anything; links that are allowed open outside. */
export function guardContents({ mayOpen, log }: Rules): void {
  app.on('web-contents-created', (_event, contents) => {
    hold(contents)
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  })
  refuseEverything(session.defaultSession)

  function openOutside(address: string): void {
    const shown = address.slice(0, 200)
    if (mayOpen(address)) shell.openExternal(address).catch((error) => log(`${shown} could not be opened: ${error}`))
    else log(`not opened, for no answer of the service named it: ${shown}`)
  }
}

function hold(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function refuseEverything(of: Session): void {
  of.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  of.setPermissionCheckHandler(() => false)
  of.setDevicePermissionHandler(() => false)
  of.on('will-download', (event) => event.preventDefault())
}
