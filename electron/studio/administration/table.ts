/**
 * What can be asked of the studio itself, beside the service's interface: one row a request, for the server and for
 * `client.ts`. A key of the service does not open it, and its secret is no key of the service.
 */
import * as z from 'zod'
import { Timings } from '../rules/world.ts'

const id = z.string().min(1)

export const ADMINISTRATION_PATH = '/admin'

const Running = z.object({
  projectId: id,
  projectName: z.string(),
  liveId: id,
  status: z.enum(['PREPARING', 'LIVE']),
})

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
    body: z.strictObject({ label: z.string().min(1).max(60).optional() }),
    response: z.object({ key: z.string() }),
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
export type AdministrationAnswer<Name extends AdministrationName> = z.output<Administration[Name]['response']>
