/** A core that edits a project of a real server, with a proxy in between that can lose responses. */
import { cpSync } from 'node:fs'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { Meanings } from '../../shared/contract/meanings.ts'
import { type OperationName, operations, type WireAnswer } from '../../shared/contract/operations.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { once } from '../../shared/util/once.ts'
import { standBetween } from '../fakes/between.ts'
import { quiet } from '../fakes/quiet.ts'
import { newDir, type Rig, ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd } from '../support/atEnd.ts'
import { type ServerName, type ServerOptions, startServer } from './servers.ts'

type Input = Record<string, unknown>
export type EditStage = Awaited<ReturnType<typeof editStage>>

/** The parts of an edit's outcome that tests check. */
export interface CameTo {
  result: Outcome['result']
  about: string
  answer: unknown
}

export async function editStage(
  name: ServerName,
  { meanings = {}, imports = false, encodesHang = false }: Partial<ServerOptions> = {},
) {
  const clock = new VirtualClock()
  const server = await startServer(name, { clock, meanings, imports, encodesHang })
  const between = await standBetween(server.baseUrl, (ms, run) => clock.after(ms, run))
  const service = { baseUrl: between.baseUrl, key: server.key }
  const start = (dataDir = newDir()) => startRig({ service, clock, meanings: Meanings.parse(meanings), dataDir })
  let rig: Rig = await start()
  const close = once(async () => {
    await rig.close()
    between.close()
    await server.close()
  })
  atEnd(close)
  await ready(rig)

  /** Does or reads something at the service as another client. */
  async function other<Name extends OperationName>(name: Name, input: Input = {}): Promise<WireAnswer<Name>> {
    const { method, path } = operations[name]
    const given = { ...input }
    const at = path.replace(/\{(\w+)\}/g, (_, field: string) => {
      const { [field]: value } = given
      delete given[field]
      return encodeURIComponent(String(value))
    })
    const isRead = method === 'GET'
    const query =
      isRead && Object.keys(given).length ? `?${new URLSearchParams(given as Record<string, string>)}` : ''
    const answer = await fetch(server.baseUrl + at + query, {
      method,
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: isRead || Object.keys(given).length === 0 ? null : JSON.stringify(given),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as WireAnswer<Name>
  }

  /** Moves the clock on, waiting for everything that is on its way to the server, the disk or another program. */
  async function pass(ms: number, step = 250): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      await rig.pass(Math.min(step, left))
      await between.answered()
      await quiet()
    }
  }

  async function until(holds: () => boolean, what: string): Promise<void> {
    for (let waited = 0; !holds(); waited += 50) {
      if (waited > 3_600_000 || rig.log.length > 0) throw new Error(`never came: ${what} ${rig.log.join(' ')}`)
      await pass(50)
    }
  }

  /** Dispatches a command and waits for its outcome, however long that takes. */
  async function pressed(command: CommandInput): Promise<Outcome> {
    let outcome: Outcome | null = null
    void rig.press(command).then((came) => {
      outcome = came
    })
    await until(() => outcome !== null, `what comes of ${command.type}`)
    return outcome as never
  }

  const edit = async (operation: string, input: Input): Promise<CameTo> =>
    cameTo(await pressed({ type: 'edit', operation: operation as never, input }))

  return {
    ...{ clock, server, between, other, edit, pressed, pass, until, close },
    get rig() {
      return rig
    },
    projectId: rig.show().id,
    /** Kills the process: a new one reads a copy of its files as they are now, or as `change` alters them. */
    async kill(change = (_dataDir: string): void => {}): Promise<Rig> {
      const dataDir = newDir()
      cpSync(rig.dataDir, dataDir, { recursive: true })
      change(dataDir)
      await rig.close()
      rig = await start(dataDir)
      return rig
    },
  }
}

function cameTo(outcome: Outcome): CameTo {
  const { result } = outcome
  if (result === 'done') {
    const { about, answer } = outcome.done as { about?: string; answer?: unknown }
    return { result, about: about ?? '', answer }
  }
  if (result === 'refused') {
    const { message, reason, detail } = outcome.refusal as { message?: string; reason: string; detail?: unknown }
    return { result, about: message ?? reason, answer: detail }
  }
  if (result === 'failed' || result === 'unknown') {
    const { code, kind, detail } = outcome.failure
    return { result, about: `${code ?? kind}${detail ? `: ${detail}` : ''}`, answer: null }
  }
  return { result, about: '', answer: null }
}
