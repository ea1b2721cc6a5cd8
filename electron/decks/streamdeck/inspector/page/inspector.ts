/**
 * The property inspector's script. The Stream Deck application calls `connectElgatoStreamDeckSocket` once the page is
 * there, with an address to connect to, and passes messages between this page and the plugin.
 */

/** What the plugin says, as `Status` in `settings.ts`. */
interface Said {
  type?: unknown
  pairing?: unknown
  address?: unknown
  trouble?: unknown
  isPaired?: unknown
  scenes?: unknown
  macros?: unknown
}

const byId = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const fields = () => [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')]

function offer(listId: string, names: unknown): void {
  const options = (Array.isArray(names) ? names : []).slice(0, 1_000).map((name) => {
    const option = document.createElement('option')
    option.value = textOf(name)
    return option
  })
  byId(listId).replaceChildren(...options)
}

function show({ type, pairing, address, trouble, isPaired, scenes, macros }: Said): void {
  if (type !== 'status') return
  byId('paired').textContent = textOf(pairing)
  byId('address').textContent = textOf(address)
  byId('trouble').textContent = textOf(trouble)
  byId('unpair').hidden = isPaired !== true
  offer('scenes', scenes)
  offer('macros', macros)
}

/** The fields of this action, with what was chosen before. */
function fill(action: string, settings: Record<string, unknown>): void {
  for (const section of document.querySelectorAll<HTMLElement>('section'))
    section.hidden = section.dataset.of !== action
  for (const field of fields())
    if (typeof settings[field.name] === 'string') field.value = textOf(settings[field.name])
}

function connect(port: string, uuid: string, event: string, _info: string, actionInfo: string): void {
  const { action, payload } = JSON.parse(actionInfo) as {
    action: string
    payload: { settings: Record<string, unknown> }
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  const send = (message: object) => socket.send(JSON.stringify(message))
  const ask = (asked: object) => send({ event: 'sendToPlugin', action, context: uuid, payload: asked })
  socket.onopen = () => {
    send({ event, uuid })
    ask({ type: 'status' })
  }
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as { event: string; payload: Said }
    if (message.event === 'sendToPropertyInspector') show(message.payload)
  }
  fill(action, payload.settings)
  for (const field of fields())
    field.onchange = () => {
      const chosen = fields().filter(({ value }) => value !== '')
      const settings = Object.fromEntries(chosen.map(({ name, value }) => [name, value]))
      send({ event: 'setSettings', context: uuid, payload: settings })
    }
  byId('pairing').onsubmit = (pressed) => {
    pressed.preventDefault()
    const pasted = byId<HTMLInputElement>('pasted')
    ask({ type: 'pair', pasted: pasted.value })
    pasted.value = ''
  }
  byId('unpair').onclick = () => ask({ type: 'unpair' })
}

Object.assign(window, { connectElgatoStreamDeckSocket: connect })
