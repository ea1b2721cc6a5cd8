/** Queries that Cuelight answers itself, one row each: in addition to the reads of the contract, and queried alike. */
import * as z from 'zod'
import { type OperationName, operations } from '../contract/operations.ts'
import type { LocalQueryName } from './query.ts'

interface LocalQuery {
  readonly input: z.ZodObject
  /** The reads it is composed of: it is outdated when one of them is. */
  readonly madeOf: readonly OperationName[]
}

const id = z.string().min(1).max(200)

export const localQueries: Readonly<Record<LocalQueryName, LocalQuery>> = {
  showReport: { input: z.strictObject({ show: id.nullable().default(null) }), madeOf: [] },
  unsyncedChanges: {
    input: z.strictObject({ projectId: id }),
    madeOf: ['getProject', 'listScenes', 'getLayer', 'getLive'],
  },
  openWork: { input: z.strictObject({}), madeOf: [] },
  imports: { input: z.strictObject({}), madeOf: [] },
  panelSessions: { input: z.strictObject({}), madeOf: [] },
  pairings: { input: z.strictObject({}), madeOf: [] },
  phones: { input: z.strictObject({}), madeOf: [] },
  thisComputer: { input: z.strictObject({}), madeOf: [] },
  projectNamed: { input: z.strictObject({ name: z.string().min(1).max(200) }), madeOf: [] },
  /** `anew`: reads every date again, no matter how many dates each project reported last time. */
  allSchedules: {
    input: z.strictObject({ anew: z.boolean().optional() }),
    madeOf: ['listProjects', 'listSchedules'],
  },
  runningBroadcasts: { input: z.strictObject({}), madeOf: ['listProjects'] },
  lastShows: { input: z.strictObject({}), madeOf: ['listProjects', 'listBroadcasts'] },
  filesWithDurations: { input: z.strictObject(operations.listFiles.query.shape), madeOf: ['listFiles', 'getFile'] },
  projectContent: {
    input: z.strictObject({ projectId: id, sceneId: id.optional() }),
    madeOf: ['listScenes', 'getLayer'],
  },
  whatPlays: {
    input: z.strictObject({ projectId: id, hours: z.number().int().min(1).max(168).optional() }),
    madeOf: ['getProject', 'getLive', 'listScenes', 'getLayer', 'listSchedules'],
  },
}

export const LOCAL_QUERIES = Object.keys(localQueries) as LocalQueryName[]

export const isLocal = (name: string): name is LocalQueryName => Object.hasOwn(localQueries, name)

/** The local queries that are composed of any of these reads. */
export function madeOf(names: readonly string[]): LocalQueryName[] {
  return LOCAL_QUERIES.filter((name) => localQueries[name].madeOf.some((one) => names.includes(one)))
}
