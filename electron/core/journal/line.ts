import * as z from 'zod'
import { type CommandName, commands, SOURCES } from '../../../shared/commands/commands.ts'
import { LiveEvent, Outcome } from '../../../shared/outcome.ts'
import { Seen } from '../../../shared/report/times.ts'
import { parseJson } from '../../../shared/util/json.ts'

const commandName = z.enum(Object.keys(commands) as [CommandName, ...CommandName[]])

const Line = z.object({
  /** `sent`: written before the request goes out. `ended`: with the outcome. `event`: observed. */
  line: z.enum(['sent', 'ended', 'event']),
  id: z.string(),
  at: z.number(),
  source: z.enum(SOURCES),
  by: z.string().optional(),
  armId: z.string().optional(),
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  what: z.union([z.object({ command: commandName, about: z.string().nullable() }), LiveEvent]),
  outcome: z.nullable(Outcome),
  ms: z.number().nullable(),
  /** The service it was sent to: open commands are resumed there and nowhere else. */
  service: z.string().optional(),
  /** Of an edit that is sent, at `sentAt` (wall ms): what was in flight when the process died may still arrive. */
  edit: z.object({ operation: z.string(), projectId: z.string().nullable(), sentAt: z.number() }).optional(),
  /** Of a request that could undo a newer one, should it arrive late. */
  signal: z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) }).optional(),
  /** The id of the start or stop that this event settles. */
  settles: z.string().optional(),
  /** For a start or stop: what settles it if its response is lost. */
  air: z.object({ act: z.enum(['start', 'stop']), liveId: z.string().nullable() }).optional(),
  seen: Seen.optional(),
})
export type JournalLine = z.output<typeof Line>

/** Parses one row of the file; null: it is damaged. */
export function lineOf(row: string): JournalLine | null {
  const parsed = Line.safeParse(parseJson(row))
  return parsed.success ? parsed.data : null
}
