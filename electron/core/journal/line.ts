import * as z from 'zod'
import { type CommandName, commands, SOURCES } from '../../../shared/commands/commands.ts'
import { LiveEvent, Outcome } from '../../../shared/outcome.ts'
import { Seen } from '../../../shared/report/times.ts'
import { parseJson } from '../../../shared/util/json.ts'

const commandName = z.enum(Object.keys(commands) as [CommandName, ...CommandName[]])

const Line = z.object({
  /** `sent`: about to be sent, written before the bytes go out. `ended`: with its outcome. `event`: seen. */
  line: z.enum(['sent', 'ended', 'event']),
  id: z.string(),
  at: z.number(),
  source: z.enum(SOURCES),
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  what: z.union([z.object({ command: commandName, about: z.string().nullable() }), LiveEvent]),
  outcome: z.nullable(Outcome),
  ms: z.number().nullable(),
  /** Which service it was sent to: what is open there is taken up again there and nowhere else. */
  service: z.string().optional(),
  /** The id of the start or stop that this event settles. */
  settles: z.string().optional(),
  /** For a start or stop: what settles it should its answer be lost. */
  air: z.object({ act: z.enum(['start', 'stop']), liveId: z.string().nullable() }).optional(),
  seen: Seen.optional(),
})
export type JournalLine = z.output<typeof Line>

/** One row of the file; null: it is damaged. */
export function lineOf(row: string): JournalLine | null {
  const parsed = Line.safeParse(parseJson(row))
  return parsed.success ? parsed.data : null
}
