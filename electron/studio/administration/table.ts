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

export const administration = {
  ping: {
    method: 'GET',
    path: '/ping',
    body: null,
    response: z.object({ pid: z.number().int(), version: z.string() }),
  },
  summary: {
    method: 'GET',
    path: '/summary',
    body: null,
    response: z.object({
      onAir: z.array(Running),
      projects: z.number().int(),
      keys: z.number().int(),
      timings: Timings,
    }),
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    /** With `file` the key is written to a file for its user only, and is not in the answer. */
    body: z.strictObject({ label: z.string().min(1).max(60).optional(), file: z.boolean().optional() }),
    response: z.object({ id, key: z.string().nullable(), file: z.string().nullable() }),
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{keyId}',
    body: null,
    response: z.object({ label: z.string() }),
  },
  rehearsal: {
    method: 'GET',
    path: '/rehearsal',
    body: null,
    response: RehearsalState,
  },
  setFault: {
    method: 'POST',
    path: '/faults',
    body: RehearsalFault,
    response: ActiveFault,
  },
  clearFault: {
    method: 'DELETE',
    path: '/faults/{faultId}',
    body: null,
    response: Count,
  },
  clearFaults: {
    method: 'DELETE',
    path: '/faults',
    body: null,
    response: Count,
  },
  playScenario: {
    method: 'POST',
    path: '/scenario',
    body: z.strictObject({ name: z.enum(SCENARIO_NAMES) }),
    response: RehearsalState,
  },
  stopScenario: {
    method: 'DELETE',
    path: '/scenario',
    body: null,
    response: RehearsalState,
  },
  setAccount: {
    method: 'PUT',
    path: '/account',
    body: z.strictObject({ account: z.enum(ACCOUNT_KINDS) }),
    response: RehearsalState,
  },
  setTimings: {
    method: 'PATCH',
    path: '/timings',
    body: Timings.partial().strict(),
    response: Timings,
  },
  setLogin: {
    method: 'PUT',
    path: '/destinations/{destinationId}/login',
    body: z.strictObject({ expired: z.boolean() }),
    response: z.object({ destinationId: id, expired: z.boolean() }),
  },
  quit: {
    method: 'POST',
    path: '/quit',
    body: null,
    response: z.object({ message: z.string(), onAir: z.array(Running) }),
  },
} as const satisfies Record<string, AdministrationRow>

export interface AdministrationRow {
  readonly method: string
  readonly path: string
  readonly body: z.ZodType | null
  readonly response: z.ZodType
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
