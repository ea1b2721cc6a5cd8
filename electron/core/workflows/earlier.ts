/** Takes over runs that earlier versions left incomplete, in one file for all moves and one for all quiet edits. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import type { Disk } from '../files/disk.ts'
import type { Move } from './moveSteps.ts'
import { PlannedEdit, Quiet } from './quietSteps.ts'
import type { Earlier, Run } from './runs.ts'

const dates = z.array(z.number())

const EarlierMove = z.object({
  projectId: z.string(),
  old: dates,
  wanted: dates,
  ours: dates,
  /** The request that was sent and not answered. */
  sent: z.object({ what: z.enum(['cancel', 'create']), at: z.number() }).nullable(),
  /** Why the old dates were being put back. */
  why: z.string().nullable(),
})

const EarlierQuiet = z.object({
  projectId: z.string(),
  liveId: z.string(),
  isOff: z.boolean(),
  edits: z.array(PlannedEdit),
  made: z.number(),
  /** The first of the remaining edits was being sent. */
  sending: z.boolean(),
  /** Why it waits for the user. */
  stopped: z.string().nullable(),
})

/** The files, each with the function that converts one of its records to a run. */
const FILES: Readonly<Record<string, (record: unknown, of: Of) => Run | null>> = {
  'moves.json': fromMove,
  'quiet.json': fromQuiet,
}

type Of = Pick<Run, 'id' | 'service'>

/** @returns the runs, and the files they were found in; an unreadable record does not affect the others */
export function readEarlier(disk: Disk): Earlier {
  const found = Object.entries(FILES).flatMap(([name, convert]) => {
    const text = disk.read(name)
    if (text === null) return []
    const records = Object.entries((parseJson(text) ?? {}) as Record<string, unknown>)
    return [{ name, runs: records.flatMap(([key, record]) => convert(record, ofKey(name, key)) ?? []) }]
  })
  return { runs: found.flatMap(({ runs }) => runs), files: found.map(({ name }) => name) }
}

/** Always gives a record the same id: if a crash interrupts the takeover, no second run of it is created. */
function ofKey(name: string, key: string): Of {
  const service = z.tuple([z.string()], z.string()).safeParse(parseJson(key)).data?.[0] ?? ''
  return { service, id: createHash('sha256').update(`${name} ${key}`).digest('hex').slice(0, 32) }
}

function fromMove(record: unknown, of: Of): Run | null {
  const read = EarlierMove.safeParse(record)
  if (!read.success) return null
  const { projectId, old, wanted, ours, sent, why } = read.data
  const data: Move = {
    ...{ projectId, old, wanted, ours, why: why ?? '', way: why === null ? 'there' : 'back', cancelled: true },
    ...{
      isCreated: sent?.what !== 'cancel',
      asked: why === null ? wanted : old,
      foreign: [],
      stood: [],
      unseenGone: 0,
      notGone: 0,
      foundNone: false,
      taken: false,
      allTaken: false,
      cancels: 0,
      creates: 0,
    },
  }
  const since = sent?.at ?? 0
  return {
    ...{ ...of, workflow: 'moveSchedule', projectId, data, touched: true, waits: null, since },
    input: { projectId, dates: wanted.map((at) => new Date(at).toISOString()) },
    sent: sent && { activity: sent.what, id: of.id, at: sent.at },
    late: [],
  }
}

function fromQuiet(record: unknown, of: Of): Run | null {
  const read = EarlierQuiet.safeParse(record)
  if (!read.success) return null
  const { projectId, liveId, isOff, edits, made, sending, stopped } = read.data
  const flags = { isOff: true, isSynced: false, isBack: false, mayBeMade: false }
  const data = Quiet.parse({ projectId, liveId, edits, made, ...flags, why: stopped })
  const activity = sending ? 'edit' : isOff ? null : 'off'
  return {
    ...{ ...of, workflow: 'quietEdit', projectId, data, touched: true, since: 0 },
    input: { projectId, edits },
    sent: activity && { activity, id: of.id, at: 0 },
    late: [],
    waits: stopped === null ? null : { for: 'person', why: stopped },
  }
}
