import { type PageName, SHELL_GLOBAL, type ShellBridge } from '../../shared/shellBridge.ts'

declare global {
  interface Window {
    /** Given by the preload script in the desktop app; not there in a browser. */
    readonly [SHELL_GLOBAL]?: ShellBridge
  }
}

const PAGES: readonly string[] = ['main', 'quick', 'overlay'] satisfies PageName[]

/** Which page is asked for: the desktop app says so itself, in a browser the address does. */
export function pageOf(shell: Pick<ShellBridge, 'page'> | undefined, search: string): PageName {
  const name = shell?.page ?? new URLSearchParams(search).get('page')
  return isPage(name) ? name : 'main'
}

function isPage(name: string | null): name is PageName {
  return name !== null && PAGES.includes(name)
}

/** Which page this is. */
export function pageHere(): PageName {
  return pageOf(window[SHELL_GLOBAL], location.search)
}
