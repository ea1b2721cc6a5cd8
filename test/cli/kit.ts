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

/** Every output of `--json` has this form. */
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
  pairing: z.strictObject({ code: z.string(), address: z.string().nullable() }).optional(),
})

/** The single object that a program reads. */
export function jsonOf({ out }: { out: string[] }) {
  if (out.length !== 1) throw new Error(`not one line: ${out.join('\n')}`)
  return JsonAnswer.parse(parseJson(out[0] ?? ''))
}

/** A command line that is running. */
export function going(
  args: readonly string[],
  dataDir: string,
  clock = systemClock,
  terminal: string | null = null,
  piped: string | null = null,
) {
  const [out, err]: [string[], string[]] = [[], []]
  const ctrlC = Promise.withResolvers<void>()
  const ended = runCommandLine([...args, '--data-dir', dataDir], {
    clock,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    terminal,
    piped: async () => piped,
    stopped: () => ctrlC.promise,
  }).then((code) => ({ code, out, err }))
  return { out, err, interrupt: ctrlC.resolve, ended }
}

/** A core that has read a show and listens for programs. */
export async function desk(options: IndependentOptions = {}) {
  const on = await stage(options)
  const { dataDir, clock, core } = on.rig
  /** Stops listening for programs, and closes the connections of those already connected. */
  const deafen = await listenForPrograms(core, socketPath(dataDir), () => 'http://127.0.0.1:1/?token=t')
  atEnd(deafen)
  const start = (...args: string[]) => going(args, dataDir, clock)

  /** Advances time until the promise settles. */
  async function whole<T>(coming: Promise<T>): Promise<T> {
    const over = coming.then(
      () => true,
      () => true,
    )
    // The core's writes take real time, so simulated time must not race ahead, or the response counts as lost.
    while (!(await Promise.race([over, realTime(3, false)]))) await on.rig.pass(50)
    expect(on.rig.log).toEqual([])
    return coming
  }

  /** Runs a command line to its end, while time passes for it and the core alike. */
  const cli = (...args: string[]) => whole(start(...args).ended)
  /** The same in the terminal with this name. */
  const cliIn = (terminal: string, ...args: string[]) => whole(going(args, dataDir, clock, terminal).ended)
  return { ...on, start, whole, deafen, cli, cliIn }
}

/** A server in the place of a core that replies to each line as the test defines. */
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
