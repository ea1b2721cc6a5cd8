import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as realTime } from 'node:timers/promises'
import { expect } from 'vitest'
import * as z from 'zod'
import { runCommandLine } from '../../electron/cli/run.ts'
import { eachLine, socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { systemClock } from '../../electron/util/time.ts'
import { Outcome } from '../../shared/outcome.ts'
import { parseJson } from '../../shared/util/json.ts'
import { type Stage, stage } from '../core/stage.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { newDir } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'

/** What a command line said, and how it ended. */
export interface Spoken {
  code: number
  out: string[]
  err: string[]
}

/** A command line that goes on. */
export interface Going {
  out: string[]
  err: string[]
  /** Ctrl+C. */
  interrupt(): void
  ended: Promise<Spoken>
}

/** Every answer of `--json` has this form. */
export const JsonAnswer = z.strictObject({
  ok: z.boolean(),
  exitCode: z.number(),
  sentence: z.string().min(1),
  outcome: z.nullable(Outcome),
  rehearsal: z.boolean().nullable(),
  status: z.looseObject({ tally: z.string() }).optional(),
  panelAddress: z.string().optional(),
  value: z.looseObject({}).optional(),
  readAt: z.number().optional(),
})

/** The one object that a program reads. */
export function jsonOf({ out }: Pick<Spoken, 'out'>) {
  if (out.length !== 1) throw new Error(`not one line: ${out.join('\n')}`)
  return JsonAnswer.parse(parseJson(out[0] ?? ''))
}

export function going(args: readonly string[], dataDir: string, clock = systemClock): Going {
  const [out, err]: [string[], string[]] = [[], []]
  let interrupt = () => {}
  const stopped = new Promise<void>((resolve) => {
    interrupt = resolve
  })
  const ended = runCommandLine([...args, '--data-dir', dataDir], {
    clock,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    stopped: () => stopped,
  }).then((code) => ({ code, out, err }))
  return { out, err, interrupt, ended }
}

export interface Desk extends Stage {
  /** Types a command line and waits for its end, while time passes for it and the core alike. */
  cli(...args: string[]): Promise<Spoken>
  start(...args: string[]): Going
  /** Lets time pass until something has ended. */
  whole<T>(coming: Promise<T>): Promise<T>
  /** The core hears no programs any more, and those it heard lose their link. */
  deafen(): void
}

/** A core that has read a show and listens for programs. */
export async function desk(options: IndependentOptions = {}): Promise<Desk> {
  const on = await stage(options)
  const { dataDir, clock, core } = on.rig
  const deafen = await listenForPrograms(core, socketPath(dataDir), () => 'http://127.0.0.1:1/?token=t')
  closing({ close: async () => deafen() })
  const start = (...args: string[]) => going(args, dataDir, clock)

  async function whole<T>(coming: Promise<T>): Promise<T> {
    let over = false
    const settled = () => {
      over = true
    }
    coming.then(settled, settled)
    while (!over) {
      // What the core writes down takes real time: an hour must not pass by hand meanwhile, or the answer counts as lost.
      await Promise.race([coming.then(settled, settled), realTime(3)])
      if (!over) await on.rig.pass(50)
    }
    expect(on.rig.log).toEqual([])
    return coming
  }

  return { ...on, start, whole, deafen, cli: (...args) => whole(start(...args).ended) }
}

/** Something that listens where a core would, and answers each line as a test says. */
export async function oddCore(answer: (line: string, socket: Socket, connection: number) => void): Promise<string> {
  const dataDir = newDir()
  let connections = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    const connection = ++connections
    sockets.add(socket.on('error', () => socket.destroy()))
    eachLine(socket, 1_000_000, (line) => answer(line, socket, connection))
  })
  await new Promise<void>((resolve) => server.listen(socketPath(dataDir), resolve))
  closing({
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return dataDir
}
