/** A client in its own process that never stops sending. Its first message configures it. */
import { connect } from 'node:net'
import WebSocket from 'ws'
import type { AppState } from '../../shared/state.ts'
import { openAddress } from '../fakes/panelPage.ts'

export interface Scenes {
  projectId: string
  scenes: string[]
}

export interface Flood {
  kind: 'pipelines' | 'commands' | 'refreshes' | 'switches' | 'links' | 'idle'
  /** Number of connections. */
  count: number
  port: number
  /** An address that opens the panel; null: the server needs none. */
  address: string | null
  /** The socket that programs connect to. */
  socket: string
  /** The scenes to switch between; null: the server has none. */
  show: Scenes | null
}

const A_PIPELINE = 1_000
const COMMANDS_A_SECOND = 1_000
const LINKS = 2_000
/** A client that switches scenes checks what is on air at this interval, in ms. */
const LOOK_MS = 250

/** Writes as fast as the server reads, and reconnects when it is cut off. */
function pipeline({ address, port }: Pick<Flood, 'address' | 'port'>): void {
  const socket = connect(port, '127.0.0.1')
  const requests = `GET / HTTP/1.1\r\nHost: ${address ? new URL(address).host : `127.0.0.1:${port}`}\r\n\r\n`.repeat(
    A_PIPELINE,
  )
  const more = () => {
    while (socket.writable && socket.write(requests));
  }
  socket
    .on('connect', more)
    .on('drain', more)
    .on('error', () => {})
  socket.on('data', () => {})
  socket.on('close', () => setImmediate(pipeline, { address, port }))
}

interface Seen {
  show: Scenes | null
  liveId: string | null
}
/** What a session sends endlessly: its nth command. */
const SENT: Partial<Record<Flood['kind'], (nr: number, seen: Seen) => object>> = {
  commands: () => ({ type: 'commitStop', armId: 'none' }),
  refreshes: () => ({ type: 'refresh' }),
  switches: (nr, { show, liveId }) => ({
    ...{ type: 'switchScene', liveId, projectId: show?.projectId ?? '' },
    sceneId: show?.scenes[nr % show.scenes.length] ?? '',
  }),
}

async function commands({ kind, address, port, show }: Flood): Promise<void> {
  const socket = address ? (await openAddress(address)).socket : new WebSocket(`ws://127.0.0.1:${port}`)
  const seen: Seen = { show, liveId: null }
  socket.on('message', (data) => {
    const { type, state } = JSON.parse(String(data)) as { type: string; state: AppState }
    if (type === 'snapshot') seen.liveId = state.projects[show?.projectId ?? '']?.live?.liveId ?? null
  })
  socket.on('error', () => {})
  if (kind === 'switches') setInterval(() => socket.send('{"type":"resync"}'), LOOK_MS)
  let nr = 0
  setInterval(() => {
    for (let count = 0; count < COMMANDS_A_SECOND / 100 && socket.readyState === socket.OPEN; count += 1) {
      nr += 1
      socket.send(JSON.stringify({ type: 'command', id: `f${nr}`, command: SENT[kind]?.(nr, seen) }))
    }
  }, 10)
}

function links({ socket: path }: Flood): void {
  const socket = connect(path)
  let answered = LINKS
  let nr = 0
  const more = () => {
    if (answered < LINKS) return
    answered = 0
    const lines = Array.from({ length: LINKS }, () => {
      nr += 1
      return `${JSON.stringify({ type: 'link', id: `l${nr}`, url: 'cuelight://stop' })}\n`
    })
    socket.write(lines.join(''))
  }
  socket.on('connect', more).on('error', () => {})
  socket.on('data', (chunk) => {
    for (const byte of chunk) if (byte === 10) answered += 1
    more()
  })
}

process.once('message', (flood: Flood) => {
  if (flood.kind in SENT) void commands(flood)
  if (flood.kind === 'links') links(flood)
  for (let count = 0; count < flood.count; count += 1) {
    if (flood.kind === 'pipelines') pipeline(flood)
    if (flood.kind === 'idle') connect(flood.port, '127.0.0.1').on('error', () => {})
  }
  process.send?.('begun')
})
