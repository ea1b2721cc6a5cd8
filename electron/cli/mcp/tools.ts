/** What an agent can call: every query and edit, each with its schema from the row of the operation. */
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { type AnyEdit, airOf } from '../../../shared/contract/inputs.ts'
import { operations, type QueryName } from '../../../shared/contract/operations.ts'
import { intend, projectOf } from '../../../shared/intents/intents.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { isLocal } from '../../../shared/query/local.ts'
import type { AskedName, Queried } from '../../../shared/query/query.ts'
import { summaryOf } from '../../../shared/words/cli/asking.ts'
import { MCP_WORDS } from '../../../shared/words/cli/mcp.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import { DOORS, hasProject, typedSchema } from '../fields.ts'
import { type AgentLink, problemOf } from './link.ts'

const OUTCOME = z.object({
  result: z.enum(['done', 'armed', 'refused', 'failed', 'unknown']),
  sentence: z.string(),
  answer: z.unknown().optional(),
})

export function registerTools(server: McpServer, link: AgentLink): void {
  for (const name of DOORS.query) registerQuery(server, link, name as Queried)
  for (const name of DOORS.edit) registerEdit(server, link, name as AnyEdit)
  registerArm(server, link, 'armGoLive')
  registerArm(server, link, 'armStop')
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

/** Stop and Go live are only armed: a person confirms them, or they expire. */
function registerArm(server: McpServer, link: AgentLink, name: keyof typeof MCP_WORDS.arms): void {
  const config = { description: MCP_WORDS.arms[name], inputSchema: z.strictObject({}), outputSchema: OUTCOME }
  server.registerTool(name, config, () =>
    attempt(async () => {
      const state = await (await link.client()).state()
      const asked = intend(projectOf(state, null), (show) => show[name]('menu'))
      return outcomeResult('reason' in asked ? { result: 'refused', refusal: asked } : await send(link, asked))
    }),
  )
}

/** Sent once. An answer that is lost is an outcome too: the agent must look, and must not send it again. */
async function send(link: AgentLink, command: CommandInput): Promise<Outcome> {
  return (await link.client()).send(command)
}

/** The show target's id, where the agent named no project. */
async function withProject(link: AgentLink, name: AskedName, input: object): Promise<Record<string, unknown>> {
  const given = { ...input } as Record<string, unknown>
  if (!hasProject(name) || given.projectId !== undefined) return given
  const { targetId } = await (await link.client()).state()
  return targetId === null ? given : { ...given, projectId: targetId }
}

/** Every failure is described: an error that is thrown would only say that something went wrong. */
async function attempt(job: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await job()
  } catch (error) {
    return { content: [{ type: 'text', text: problemOf(error) }], isError: true }
  }
}

function structured(value: Record<string, unknown>, isError = false): CallToolResult {
  const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
  return { content: [{ type: 'text', text: JSON.stringify(plain) }], structuredContent: plain, isError }
}

function outcomeResult(outcome: Outcome): CallToolResult {
  const answer = outcome.result === 'done' && 'answer' in outcome.done ? outcome.done.answer : undefined
  const isBad = outcome.result !== 'done' && outcome.result !== 'armed'
  return structured({ result: outcome.result, sentence: describeOutcome(outcome), answer }, isBad)
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
