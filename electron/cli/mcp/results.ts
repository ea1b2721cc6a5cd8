/** What a tool returns. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import { type AgentLink, problemOf } from './link.ts'

export const OUTCOME = z.object({
  result: z.enum(['done', 'armed', 'refused', 'failed', 'unknown']),
  sentence: z.string(),
  answer: z.unknown().optional(),
})

/** Sent once. An answer that is lost is an outcome too: the agent must look, and must not send it again. */
export async function send(link: AgentLink, command: CommandInput): Promise<Outcome> {
  return (await link.client()).send(command)
}

/** Every failure is described: an error that is thrown would only say that something went wrong. */
export async function attempt(job: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await job()
  } catch (error) {
    return { content: [{ type: 'text', text: problemOf(error) }], isError: true }
  }
}

export function structured(value: Record<string, unknown>, isError = false): CallToolResult {
  const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
  return { content: [{ type: 'text', text: JSON.stringify(plain) }], structuredContent: plain, isError }
}

export function outcomeResult(outcome: Outcome): CallToolResult {
  const answer = outcome.result === 'done' && 'answer' in outcome.done ? outcome.done.answer : undefined
  const isBad = outcome.result !== 'done' && outcome.result !== 'armed'
  return structured({ result: outcome.result, sentence: describeOutcome(outcome), answer }, isBad)
}
