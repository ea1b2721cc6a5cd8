/**
 * The requests of the studio's own administration, apart from the service's interface: one row per request, for the
 * server and for `client.ts`. A key of the service does not open it, and its secret is not valid as a key of the
 * service.
 */
import * as z from 'zod'
import { LONGEST_KEY } from '../../../shared/contract/limits.ts'
import type { ParametersIn } from '../../../shared/contract/operations.ts'
import { ActiveFault, RehearsalFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, SCENARIO_NAMES } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { EngineReport } from '../engine/plan.ts'
import { FileType } from '../files/catalogue/document.ts'
import { Timings } from '../rules/world/documents.ts'
import { cleanName } from '../rules/world/names.ts'
import { hasNoKeyIn, NO_KEY, ServerUrl } from './serverAddress.ts'

const id = z.string().min(1)

export const ADMINISTRATION_PATH = '/admin'

const Running = z.object({
  projectId: id,
  projectName: z.string(),
  liveId: id,
  status: z.enum(['PREPARING', 'LIVE']),
})

const count = z.number().int()
/** How many objects the request affected. */
const Count = z.object({ count })

const row = <const Path extends string, Body extends z.ZodType | null, Response extends z.ZodType>(
  method: string,
  path: Path,
  body: Body,
  response: Response,
) => ({ method, path, body, response })

/** With `file`, the key is written to a file that only the user may read, and is left out of the response. */
const NewKey = z.strictObject({
  label: z
    .string()
    .overwrite((label) => cleanName(label))
    .min(1)
    .max(60)
    .optional(),
  file: z.boolean().optional(),
})
const GivenKey = z.object({ id, key: z.string().nullable(), file: z.string().nullable() })
const Summary = z.object({ onAir: z.array(Running), projects: count, keys: count, timings: Timings })
const Login = z.strictObject({ expired: z.boolean() })
const TakenFile = z.strictObject({
  path: z.string().min(1).max(10_000),
  mode: z.enum(['copy', 'link']),
  folderId: id.nullable().optional(),
})
const NewFolder = z.strictObject({ name: z.string().min(1).max(5_000), type: FileType.optional() })
const Moving = z.strictObject({ fileIds: z.array(id).min(1).max(1_000), folderId: id.nullable() })
const FileId = z.object({ fileId: id })
/** A stream key, as the platforms write it. It is taken in, and never returned. */
const StreamKey = z
  .string()
  .trim()
  .max(LONGEST_KEY)
  .regex(/^[\x21-\x7e]+$/, 'Enter the stream key as the platform shows it.')
const ServerName = z
  .string()
  .overwrite((name) => cleanName(name))
  .min(1)
  .max(60)
const Server = z.object({ destinationId: id, name: z.string(), url: z.string(), hasKey: z.boolean() })
const NewServer = z.strictObject({ name: ServerName, url: ServerUrl, key: StreamKey }).refine(hasNoKeyIn, NO_KEY)
/** A key belongs to the address it was given for: another address needs it once more. */
const ServerChanges = z
  .strictObject({ name: ServerName.optional(), url: ServerUrl.optional(), key: StreamKey.optional() })
  .refine(({ url, key }) => url === undefined || key !== undefined, {
    ...{ path: ['key'], message: 'Enter the stream key as well: it is not sent to another address.' },
  })
  .refine(hasNoKeyIn, NO_KEY)
const End = z.object({ message: z.string(), onAir: z.array(Running) })

export const administration = {
  ping: row('GET', '/ping', null, z.object({ pid: z.number().int(), version: z.string() })),
  summary: row('GET', '/summary', null, Summary),
  createKey: row('POST', '/keys', NewKey, GivenKey),
  revokeKey: row('DELETE', '/keys/{keyId}', null, z.object({ label: z.string() })),
  rehearsal: row('GET', '/rehearsal', null, RehearsalState),
  setFault: row('POST', '/faults', RehearsalFault, ActiveFault),
  clearFault: row('DELETE', '/faults/{faultId}', null, Count),
  clearFaults: row('DELETE', '/faults', null, Count),
  playScenario: row('POST', '/scenario', z.strictObject({ name: z.enum(SCENARIO_NAMES) }), RehearsalState),
  stopScenario: row('DELETE', '/scenario', null, RehearsalState),
  setAccount: row('PUT', '/account', z.strictObject({ account: z.enum(ACCOUNT_KINDS) }), RehearsalState),
  setTimings: row('PATCH', '/timings', Timings.partial().strict(), Timings),
  setLogin: row(
    'PUT',
    '/destinations/{destinationId}/login',
    Login,
    z.object({ destinationId: id, expired: z.boolean() }),
  ),
  takeFile: row('POST', '/files', TakenFile, FileId.extend({ name: z.string(), type: FileType })),
  createFolder: row('POST', '/folders', NewFolder, z.object({ folderId: id, name: z.string() })),
  moveFiles: row('PATCH', '/files', Moving, Count),
  stopImport: row('DELETE', '/files/{fileId}/import', null, FileId),
  cancelEncode: row('DELETE', '/files/{fileId}/encode', null, FileId),
  /** Servers that are really sent to. Their keys are handed over at each start, because the studio stores none. */
  servers: row('GET', '/servers', null, z.object({ servers: z.array(Server) })),
  addServer: row('POST', '/servers', NewServer, Server),
  changeServer: row('PATCH', '/servers/{destinationId}', ServerChanges, Server),
  removeServer: row('DELETE', '/servers/{destinationId}', null, z.object({ destinationId: id })),
  /** What the engine sends, and to whom. */
  engine: row('GET', '/engine', null, EngineReport),
  quit: row('POST', '/quit', null, End),
}

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
/** Values of the path's `{name}` parts; no argument if it has none. */
export type AdministrationParameters<Name extends AdministrationName> =
  ParametersIn<Administration[Name]['path']> extends never
    ? []
    : [params: Readonly<Record<ParametersIn<Administration[Name]['path']>, string>>]
export type AdministrationAnswer<Name extends AdministrationName> = z.output<Administration[Name]['response']>
