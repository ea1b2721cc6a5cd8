/** What an agent can call: every query and edit, each with its schema from the row of the operation. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type AnyEdit, airOf } from '../../../shared/contract/inputs.ts'
import { operations, type QueryName } from '../../../shared/contract/operations.ts'
import { isLocal } from '../../../shared/query/local.ts'
import type { Queried } from '../../../shared/query/query.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { summaryOf } from '../../../shared/words/cli/asking.ts'
import { MCP_WORDS } from '../../../shared/words/cli/mcp.ts'
import { DOORS, typedSchema } from '../fields.ts'
import type { AgentLink } from './link.ts'
import { registerProposals } from './proposals.ts'
import { attempt, OUTCOME, outcomeResult, send, structured } from './results.ts'
import { withProject } from './target.ts'

export function registerTools(server: McpServer, link: AgentLink, clock: Clock): void {
  for (const name of DOORS.query) registerQuery(server, link, name as Queried)
  for (const name of DOORS.edit) registerEdit(server, link, name as AnyEdit)
  registerProposals(server, link, clock)
}

function registerQuery(server: McpServer, link: AgentLink, name: Queried): void {
  const config = {
    description: summaryOf(name),
    inputSchema: typedSchema(name),
    outputSchema: fromJsonSchema({
      type: 'object',
      properties: { value: valueSchema(name), readAt: { type: 'number', description: MCP_WORDS.readAt } },
      required: ['value', 'readAt'],
    }),
    annotations: { readOnlyHint: true, openWorldHint: true },
  }
  server.registerTool(name, config, (input) =>
    attempt(async () => {
      const client = await link.client()
      const { value, readAt } = await client.query(name, await withProject(link, name, input))
      return structured({ value, readAt })
    }),
  )
}

function registerEdit(server: McpServer, link: AgentLink, operation: AnyEdit): void {
  const config = {
    description: `${summaryOf(operation)} ${airOf(operation) === 'no' ? '' : MCP_WORDS.onlyUnseen}`.trim(),
    inputSchema: typedSchema(operation),
    outputSchema: OUTCOME,
    annotations: { readOnlyHint: false, idempotentHint: false },
  }
  server.registerTool(operation, config, (input) =>
    attempt(async () => {
      const whole = await withProject(link, operation, input)
      return outcomeResult(await send(link, { type: 'edit', operation, input: whole }))
    }),
  )
}

/** As the core gives it. What our schemas make of a field on the way in has no schema of its own: it can be anything. */
function valueSchema(name: Queried): Record<string, unknown> {
  if (isLocal(name)) return { type: 'object' }
  const { response } = operations[name as QueryName]
  const { $schema: _, ...schema } = z.toJSONSchema(response, {
    ...{ io: 'output', unrepresentable: 'any' },
    override({ jsonSchema }) {
      delete jsonSchema.required
      delete jsonSchema.additionalProperties
    },
  })
  return schema
}
