/** Waking up with connections that are silently dead, as after sleep or a change of network. */
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, closing } from '../support/atEnd.ts'

/** A show on air behind a line whose connections can die silently; new ones work. */
async function behindALine() {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock, preparingMs: 0 }))
  const { origin, pathname } = new URL(server.baseUrl)
  const [alive, dead] = [new Set<Socket>(), new Set<Socket>()]
  const line = createServer(async (request, response) => {
    if (dead.has(request.socket)) return
    const { method = '', url = '', headers } = request
    const body = method === 'GET' ? null : await buffer(request)
    const answer = await fetch(origin + url, {
      method,
      headers: { authorization: headers.authorization ?? '' },
      body,
    })
    const kept = [...answer.headers].filter(([name]) => !/^(content-|transfer-|connection|keep-alive)/.test(name))
    response.writeHead(answer.status, { ...Object.fromEntries(kept), 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  line.on('connection', (socket) => alive.add(socket))
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    line.closeAllConnections()
    line.close()
  })
  const baseUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}${pathname}`
  const rig = closing(await startRig({ service: { baseUrl, key: server.key }, clock }))
  await ready(rig)
  await rig.press({ type: 'goLive' })
  await rig.until(() => rig.tally() === 'live', 'on air')
  return { rig, server, swallow: () => alive.forEach((socket) => void dead.add(socket)) }
}

test.each(['the system says so', 'only the wall clock tells'])(
  'the state is fresh again at once, and the first command goes out: %s',
  async (how) => {
    const { rig, swallow } = await behindALine()
    await rig.until(() => rig.asked('getLive') > 3, 'followed')
    swallow()
    // A reading is in flight on the dead line.
    rig.clock.advance(5_000)
    rig.clock.jump(1_800_000)
    if (how === 'the system says so') rig.core.onResume()
    await rig.pass(how === 'the system says so' ? 2_500 : 6_000)
    expect(rig.tally()).toBe('live')
    const { scenes, live } = rig.show()
    const press = rig.press({ type: 'switchScene', sceneId: scenes?.[1]?.id ?? '', liveId: live?.liveId ?? null })
    await rig.pass(500)
    expect(await Promise.race([press, 'no answer'])).toMatchObject({ result: 'done' })
  },
)
