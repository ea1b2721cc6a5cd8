import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createControl } from './control.ts'
import { createExchange, type Exchange, readBody } from './exchange.ts'
import { type AddedFault, FaultList, type FaultSpec } from './faults.ts'
import { createWaits, type IndependentOptions, resolveOptions, type Waits } from './options.ts'
import { play } from './play.ts'
import { headersToKeep, type PathMatch, Records, type RequestRecord } from './records.ts'
import { type SeededIds, seed } from './seed.ts'
import { perform } from './service.ts'
import { World } from './world.ts'

/** An HTTP server of the service's contract that shares no code with the product. */
export type IndependentServer = ReturnType<Host['interface']>

/** Starts a server on a loopback port of its own. */
export async function startIndependentServer(options: IndependentOptions = {}): Promise<IndependentServer> {
  const host = new Host(new World(resolveOptions(options)))
  await host.listen(host.world.settings.port)
  return host.interface()
}

/** The wiring of one server. */
class Host {
  readonly world: World
  readonly #waits: Waits
  readonly #records = new Records()
  readonly #faults = new FaultList()
  readonly #content: SeededIds
  readonly #http: Server
  readonly #connections = new Map<Socket, number>()
  readonly #hung = new Set<Exchange>()
  #connectionCount = 0
  #underWay = 0
  #origin = ''
  #port = 0

  constructor(world: World) {
    this.world = world
    this.#waits = createWaits(world.settings.clock)
    this.#content = seed(world)
    this.#http = createServer((request, response) => void this.#receive(request, response))
    this.#http.on('connection', (socket: Socket) => this.#track(socket))
  }

  /** Listens; once a port was assigned, always on that port. */
  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject)
      this.#http.listen(port, '127.0.0.1', () => {
        this.#http.off('error', reject)
        resolve()
      })
    })
    this.#port = (this.#http.address() as AddressInfo).port
    this.#origin = `http://127.0.0.1:${this.#port}`
  }

  /** The interface for tests. */
  interface() {
    const { settings } = this.world
    const records = this.#records
    const faults = this.#faults
    return {
      ...{ origin: this.#origin, baseUrl: `${this.#origin}${settings.basePath}`, key: settings.key },
      /** The ids of the initial content. */
      content: this.#content,
      requests: records.all as readonly RequestRecord[],
      faults: {
        add: (spec: FaultSpec): AddedFault => faults.add(spec),
        clear: (): void => faults.clear(),
        /** Breaks the connections of requests that were left hanging. */
        release: (): void => this.#release(),
      },
      control: createControl(this.world, { goDown: () => this.#goDown(), comeBack: () => this.#comeBack() }),
      /** The number of requests without a response: hanging, slow, or being carried out. */
      underWay: () => this.#underWay,
      /** How many requests for an operation arrived. */
      count: (method: string, path: PathMatch) => records.find(method, path).length,
      /** How many of them were carried out. */
      executed: (method: string, path: PathMatch) =>
        records.find(method, path).filter((record) => record.executed).length,
      /** Resolves once the nth request for an operation has arrived. */
      arrived: (method: string, path: PathMatch, nth?: number) => records.arrived(method, path, nth),
      /** Empties the record of requests. */
      forget: () => records.forget(),
      close: () => this.#close(),
    }
  }

  #track(socket: Socket): void {
    // Accepted in the moment of going down.
    if (!this.#http.listening) socket.destroy()
    this.#connectionCount += 1
    this.#connections.set(socket, this.#connectionCount)
    socket.on('close', () => this.#connections.delete(socket))
    // A client may break a connection at any moment.
    socket.on('error', () => socket.destroy())
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.sendDate = false
    this.#underWay += 1
    response.once('close', () => {
      this.#underWay -= 1
    })
    try {
      await this.#answer(request, await readBody(request), response)
    } catch (failure) {
      if (response.headersSent || request.destroyed) return void response.destroy()
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`the independent server broke: ${failure}`)
    }
  }

  async #answer(request: IncomingMessage, body: unknown, response: ServerResponse): Promise<void> {
    const { url: target = '' } = request
    const url = new URL(/^https?:/i.test(target) ? target : `http://server${target}`)
    const path = pathWithin(this.world.settings.basePath, url.pathname)
    const record = this.#record(request, path ?? url.pathname, url.searchParams, body)
    const exchange = this.#exchange(record, request, url.searchParams, response)
    // As from a web server in front: it knows nothing about the service.
    if ((request.headersDistinct.host ?? []).length > 1) {
      return exchange.send({ status: 400, text: '<h1>400</h1>', type: 'text/html' })
    }
    if (path === null) return exchange.send({ status: 404, text: '<h1>404</h1>', type: 'text/html' })
    await this.#answerService(exchange)
  }

  async #answerService(exchange: Exchange): Promise<void> {
    const fault = this.#faults.take(exchange.record)
    if (!fault) return exchange.send(exchange.perform())
    if (fault.kind === 'hang') this.#hung.add(exchange)
    await play(exchange, fault)
  }

  #record(request: IncomingMessage, path: string, query: URLSearchParams, body: unknown): RequestRecord {
    const { world } = this
    const record = {
      ...{ at: world.settings.clock.now(), connection: this.#connections.get(request.socket) ?? 0, path, body },
      ...{ method: request.method ?? '', url: request.url ?? '', query: Object.fromEntries(query) },
      headers: headersToKeep(request.headers, world.keys),
      ...{ executed: false, result: null, status: null, fault: null },
    }
    this.#records.add(record)
    return record
  }

  #exchange(record: RequestRecord, request: IncomingMessage, query: URLSearchParams, response: ServerResponse) {
    const { world } = this
    const { authorization, accept = '' } = request.headers
    const { method, body } = record
    const carryOut = (path = record.path) => perform(world, { method, path, query, body, authorization, accept })
    return createExchange({ world, waits: this.#waits, record, response, perform: carryOut })
  }

  #release(): void {
    for (const exchange of this.#hung) exchange.cut()
    this.#hung.clear()
  }

  async #goDown(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()))
    for (const socket of this.#connections.keys()) socket.destroy()
    await closed
  }

  #comeBack(): Promise<void> {
    return this.#http.listening ? Promise.resolve() : this.listen(this.#port)
  }

  async #close(): Promise<void> {
    this.#waits.cancelAll()
    await this.#goDown()
  }
}

/** The path after the base path, or null when it is elsewhere. */
function pathWithin(basePath: string, path: string): string | null {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null
}
