/**
 * What can be asked of the studio itself, beside the service's interface: one row a request, for the server and for
 * `client.ts`. A key of the service does not open it, and its secret is no key of the service.
 */
import * as z from 'zod'
import { ActiveFault, RehearsalFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, SCENARIO_NAMES } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { Timings } from '../rules/documents.ts'

const id = z.string().min(1)

export const ADMINISTRATION_PATH = '/admin'

const Running = z.object({
  projectId: id,
  projectName: z.string(),
  liveId: id,
  status: z.enum(['PREPARING', 'LIVE']),
})

/** How many faults were taken away. */
const Count = z.object({ count: z.number().int() })

export interface AdministrationRow {
  readonly method: string
  readonly path: string
  readonly response: z.ZodType
  readonly body: z.ZodType | null
}

/** What is asked by this method at this path, what it answers and, where there is one, the body it takes. */
const row = <const Path extends string, Response extends z.ZodType, Body extends z.ZodType | null = null>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: Path,
  response: Response,
  body = null as Body,
): { method: string; path: Path; response: Response; body: Body } => ({ method, path, response, body })

export const administration = {
  ping: row('GET', '/ping', z.object({ pid: z.number().int(), version: z.string() })),
  summary: row(
    'GET',
    '/summary',
    z.object({ onAir: z.array(Running), projects: z.number().int(), keys: z.number().int(), timings: Timings }),
  ),
  /** With `file` the key is written to a file for its user only, and is not in the answer. */
  createKey: row(
    'POST',
    '/keys',
    z.object({ id, key: z.string().nullable(), file: z.string().nullable() }),
    z.strictObject({ label: z.string().min(1).max(60).optional(), file: z.boolean().optional() }),
  ),
  revokeKey: row('DELETE', '/keys/{keyId}', z.object({ label: z.string() })),
  rehearsal: row('GET', '/rehearsal', RehearsalState),
  setFault: row('POST', '/faults', ActiveFault, RehearsalFault),
  clearFault: row('DELETE', '/faults/{faultId}', Count),
  clearFaults: row('DELETE', '/faults', Count),
  playScenario: row('POST', '/scenario', RehearsalState, z.strictObject({ name: z.enum(SCENARIO_NAMES) })),
  stopScenario: row('DELETE', '/scenario', RehearsalState),
  setAccount: row('PUT', '/account', RehearsalState, z.strictObject({ account: z.enum(ACCOUNT_KINDS) })),
  setTimings: row('PATCH', '/timings', Timings, Timings.partial().strict()),
  setLogin: row(
    'PUT',
    '/destinations/{destinationId}/login',
    z.object({ destinationId: id, expired: z.boolean() }),
    z.strictObject({ expired: z.boolean() }),
  ),
  quit: row('POST', '/quit', z.object({ message: z.string(), onAir: z.array(Running) })),
}

export type Administration = typeof administration
export type AdministrationName = keyof Administration
export type AdministrationBody<Name extends AdministrationName> = Administration[Name]['body'] extends z.ZodType
  ? z.output<Administration[Name]['body']>
  : undefined
/** Values of the path's `{name}` parts; nothing to hand in where it has none. */
export type AdministrationParameters<Name extends AdministrationName> =
  ParametersIn<Administration[Name]['path']> extends never
    ? []
    : [params: Readonly<Record<ParametersIn<Administration[Name]['path']>, string>>]
export type AdministrationAnswer<Name extends AdministrationName> = z.output<Administration[Name]['response']>

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never
