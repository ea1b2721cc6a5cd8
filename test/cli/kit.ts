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
import { stage } from '../core/stage.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { newDir } from '../fakes/rig.ts'
import { atEnd } from '../support/atEnd.ts'

/** Every answer of `--json` has this form. */
const JsonAnswer = z.strictObject({
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
export function jsonOf({ out }: { out: string[] }) {
  if (out.length !== 1) throw new Error(`not one line: ${out.join('\n')}`)
  return JsonAnswer.parse(parseJson(out[0] ?? ''))
}

/** A command line that goes on. */
export function going(args: readonly string[], dataDir: string, clock = systemClock, terminal: string | null = null) {
  const [out, err]: [string[], string[]] = [[], []]
  const ctrlC = Promise.withResolvers<void>()
  const ended = runCommandLine([...args, '--data-dir', dataDir], {
    clock,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    terminal,
    stopped: () => ctrlC.promise,
  }).then((code) => ({ code, out, err }))
  return { out, err, interrupt: ctrlC.resolve, ended }
}

/** A core that has read a show and listens for programs. */
export async function desk(options: IndependentOptions = {}) {
  const on = await stage(options)
  const { dataDir, clock, core } = on.rig
  /** The core hears no programs any more, and those it heard lose their link. */
  const deafen = await listenForPrograms(core, socketPath(dataDir), () => 'http://127.0.0.1:1/?token=t')
  atEnd(deafen)
  const start = (...args: string[]) => going(args, dataDir, clock)

  /** Lets time pass until something has ended. */
  async function whole<T>(coming: Promise<T>): Promise<T> {
    const over = coming.then(
      () => true,
      () => true,
    )
    // What the core writes down takes real time: an hour must not pass by hand meanwhile, or the answer counts as lost.
    while (!(await Promise.race([over, realTime(3, false)]))) await on.rig.pass(50)
    expect(on.rig.log).toEqual([])
    return coming
  }

  /** Types a command line and waits for its end, while time passes for it and the core alike. */
  const cli = (...args: string[]) => whole(start(...args).ended)
  /** The same in a terminal, by its name. */
  const cliIn = (terminal: string, ...args: string[]) => whole(going(args, dataDir, clock, terminal).ended)
  return { ...on, start, whole, deafen, cli, cliIn }
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
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return dataDir
}
