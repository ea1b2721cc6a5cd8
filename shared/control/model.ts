/**
 * What a control surface is shown: a small model of its own, so that Cuelight's state may change without breaking
 * anyone's deck. Fields may be added to it, never changed or removed while version 1 is spoken. Ids are opaque. Times
 * are wall ms of the core, whose `now` comes with every message. Null: not known, or there is none.
 */
import * as z from 'zod'
import { TALLIES } from '../tally.ts'

const time = z.number()
const Scene = z.object({
  number: z.number().describe('Its place in the list, from 1.'),
  id: z.string(),
  name: z.string().describe('Two scenes may have the same name.'),
})

const Arm = z.object({
  id: z.string(),
  act: z
    .enum(['stop', 'goLive', 'macro', 'proposal'])
    .describe('`proposal`: an agent asks; only a person can allow it.'),
  projectName: z.string(),
  liveId: z.string().nullable(),
  notBefore: time.describe('An earlier second step counts as part of the first one.'),
  expires: time,
})

export const ControlState = z.object({
  tally: z.enum(TALLIES).describe('The lamp. `stale`: the last reading is too old to be shown as current.'),
  rehearsal: z.boolean().describe('Nothing is broadcast: the service is a rehearsal.'),
  project: z.object({ id: z.string(), name: z.string() }).nullable().describe('The show target.'),
  live: z
    .object({
      id: z.string().nullable(),
      status: z.string().describe('As the service calls it. The list may grow.'),
      startedAt: time.nullable().describe('When it went on air: the clock counts from here.'),
      endsAt: time.nullable().describe('When it ends by itself.'),
      endsBy: z.enum(['planned', 'schedule']).nullable(),
      viewers: z.number().nullable(),
    })
    .nullable()
    .describe('What runs; null: nothing, or not known (`tally` tells which).'),
  scenes: z.array(Scene).nullable(),
  activeScene: z.string().nullable().describe('The id of the scene that is chosen in the project.'),
  onAirScene: z.string().nullable().describe('The id of the scene viewers see, as far as the service confirmed it.'),
  nextScene: z.string().nullable().describe('Where `nextScene` leads.'),
  backScene: z.string().nullable().describe('Where `backToScene` leads.'),
  destinations: z.array(
    z.object({
      id: z.string().nullable(),
      name: z.string(),
      provider: z.string(),
      error: z.string().nullable(),
      viewers: z.number().nullable(),
    }),
  ),
  unsynced: z.object({ some: z.boolean().nullable(), count: z.number().nullable() }).describe('Not on air yet.'),
  autoSync: z.boolean().nullable(),
  padlock: z.enum(['open', 'closed']).describe('Closed: nothing that viewers could see is done.'),
  budget: z.object({ limit: z.number(), remaining: z.number(), blockedUntil: time.nullable() }),
  arm: Arm.nullable().describe('What waits for its second step.'),
  pending: z
    .object({ act: z.enum(['start', 'stop']), phase: z.string() })
    .nullable()
    .describe('A start or stop on its way. `checking`: its reply was lost, and Cuelight looks.'),
  macros: z.array(z.object({ id: z.string(), name: z.string() })),
  lastOutcome: z
    .object({
      at: time,
      from: z.string().describe('Where the command came from, in words.'),
      command: z.string(),
      result: z.enum(['done', 'armed', 'refused', 'failed', 'unknown']),
      sentence: z.string(),
    })
    .nullable()
    .describe('How the last command about the show ended, from whatever input.'),
  read: z
    .object({ live: time.nullable(), scenes: time.nullable(), settings: time.nullable(), staleAfterMs: z.number() })
    .describe('When each was last read from the service, and from what age on `live` counts as stale.'),
})
export type ControlState = z.output<typeof ControlState>
