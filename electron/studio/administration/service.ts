import type { Broadcasting } from '../broadcasting/broadcasting.ts'
import type { Core } from '../core.ts'
import type { Files } from '../files/files.ts'
import { bearerOf } from '../http/access.ts'
import { HttpProblem, parse } from '../http/problem.ts'
import { type Reply, type ReplyRequest, replyTo } from '../http/reply.ts'
import { routerOf } from '../http/router.ts'
import { hashKey, sameHash } from '../rules/account/keys.ts'
import { type AdministrationCall, type AdministrationHandler, administrationHandlers } from './handlers.ts'
import type { Keyring } from './keys.ts'
import {
  ADMINISTRATION_PATH,
  type AdministrationAnswer,
  type AdministrationName,
  type AdministrationRow,
  administration,
} from './table.ts'

interface Dependencies {
  readonly core: Core
  readonly files: Files
  readonly broadcasting: Broadcasting
  readonly keyring: Keyring
  readonly secret: string
  readonly quit: () => void
  readonly log: (line: string) => void
}

const match = routerOf(administration)

/** Serves the studio's administration to any client that has its secret. */
export function administrationService({ core, files, broadcasting, keyring, secret, quit, log }: Dependencies) {
  const carryOut = async (asked: ReplyRequest): Promise<Reply> => {
    if (!isSecret(asked.authorization, secret)) throw noSecret()
    const { name, params } = match(asked.method, asked.path.slice(ADMINISTRATION_PATH.length))
    const raw = await asked.readBody()
    const row: AdministrationRow = administration[name]
    const body = row.body && parse(row.body, raw === undefined ? {} : raw, 'body')
    const call = { body, params, core, files, broadcasting, keyring, quit } as AdministrationCall<typeof name>
    return { status: 200, body: await run(name, call) }
  }
  return { answer: (asked: ReplyRequest) => carryOut(asked).catch((error: unknown) => replyTo(error, log)) }
}

function run<Name extends AdministrationName>(
  name: Name,
  call: AdministrationCall<Name>,
): Promise<AdministrationAnswer<Name>> | AdministrationAnswer<Name> {
  const handler: AdministrationHandler<Name> = administrationHandlers[name]
  return handler(call)
}

/** Hashes are compared, so that neither timing nor length reveals anything about the secret. */
function isSecret(authorization: string | undefined, secret: string): boolean {
  return sameHash(hashKey(bearerOf(authorization) ?? ''), hashKey(secret))
}

function noSecret(): HttpProblem {
  return new HttpProblem(401, 'INVALID_ADMIN_SECRET', "This needs the studio's own secret, not a key of the service.")
}
