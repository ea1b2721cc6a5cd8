import type { PageName, ShellBridge } from '../../shared/bridge/shellBridge.ts'

const PAGES: readonly string[] = ['main', 'quick', 'overlay'] satisfies PageName[]

/** Which page is asked for: the desktop app says so itself, in a browser the address does. */
export function pageOf(shell: Pick<ShellBridge, 'page'> | null, search: string): PageName {
  const name = shell?.page ?? new URLSearchParams(search).get('page')
  return isPage(name) ? name : 'main'
}

function isPage(name: string | null): name is PageName {
  return name !== null && PAGES.includes(name)
}
