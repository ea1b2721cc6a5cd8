/** The page that every device sees before it is paired. It has no words of its own: they are in its HTML. */

/** Under which the address of this phone's own page is kept. */
const KEPT = 'page'
const byId = (id: string) => document.getElementById(id)

/** Shows one of the page's states, and hides the others. */
function show(name: string): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-is]')) one.hidden = one.dataset.is !== name
  byId('asking')?.toggleAttribute('hidden', name === 'check' || name === 'allowed')
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

function keep(path: string | null): void {
  try {
    if (path === null) localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, path)
  } catch {
    // Then the address in the browser's own list is the only way back.
  }
}

function pair(code: string): void {
  show('connecting')
  const socket = new WebSocket(`wss://${location.host}/pair?code=${encodeURIComponent(code)}`)
  let state = 'wrong'
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(String(data)) as { check?: string; path?: string }
    const digits = byId('digits')
    if (said.check && digits) digits.textContent = said.check
    if (said.path) {
      keep(said.path.replace(/\?.*/, ''))
      location.replace(said.path)
    }
    state = said.path ? 'allowed' : said.check ? 'refused' : 'wrong'
    show(said.path ? 'allowed' : 'check')
  }
  socket.onclose = () => show(state)
}

/** The panel has fragments of its own. */
const isCode = /^#\w{4}-\w{4}$/.test(location.hash)
const last = kept()
const field = byId('code') as HTMLInputElement | null
const form = byId('form') as HTMLFormElement | null
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (field?.value.trim()) pair(field.value.trim())
})
if (isCode) {
  const code = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  if (field) field.value = code
  pair(code)
} else if (last !== null && last === location.pathname) {
  keep(null)
  show('ended')
} else if (last !== null) location.replace(last)
