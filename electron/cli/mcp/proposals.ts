/** What viewers would see: an agent proposes it, and a person allows or refuses it in Cuelight. */
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { EDIT_NAMES } from '../../../shared/contract/inputs.ts'
import { intend, projectOf } from '../../../shared/intents/intents.ts'
import { sceneNamed } from '../../../shared/intents/naming.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { AppState, JournalEntry } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { MCP_WORDS } from '../../../shared/words/cli/mcp.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import type { AgentLink } from './link.ts'
import { attempt, send, structured } from './results.ts'
import { withProject } from './target.ts'

const tagged = <const Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape })

const Action = z.discriminatedUnion('type', [
  tagged('chooseTarget', { projectId: z.string().min(1).max(200) }),
  tagged('goLive', {}),
  tagged('stop', {}),
  tagged('sync', {}),
  tagged('switchScene', { scene: z.string().min(1).max(200) }),
  tagged('setAutoSync', { on: z.boolean() }),
  tagged('setPlayback', { layerId: z.string().min(1).max(200), action: z.enum(['start', 'stop']) }),
  tagged('edit', { operation: z.enum(EDIT_NAMES), input: z.record(z.string(), z.unknown()).default({}) }),
])
type Action = z.output<typeof Action>

const Proposal = z.object({
  id: z.string().nullable(),
  state: z.enum(['waits', 'allowed', 'notAllowed', 'refused']),
  sentence: z.string(),
})

export function registerProposals(server: McpServer, link: AgentLink, clock: Clock): void {
  const asked = { action: Action, why: z.string().min(1).max(200).describe(MCP_WORDS.why) }
  const propose = { description: MCP_WORDS.propose, inputSchema: z.strictObject(asked), outputSchema: Proposal }
  server.registerTool('propose', propose, ({ action, why }) =>
    attempt(async () => {
      const command = await commandFor(action, link)
      const outcome =
        'reason' in command
          ? ({ result: 'refused', refusal: command } as const)
          : await send(link, { type: 'propose', command, why })
      const sentence = describeOutcome(outcome)
      if (outcome.result === 'armed') return structured({ id: outcome.arm.armId, state: 'waits', sentence })
      return structured({ id: null, state: 'refused', sentence }, true)
    }),
  )
  const look = { description: MCP_WORDS.proposal, inputSchema: z.strictObject({ id: z.string().max(100) }) }
  server.registerTool(
    'proposal',
    { ...look, outputSchema: Proposal, annotations: { readOnlyHint: true } },
    ({ id }) =>
      attempt(async () => structured({ id, ...answerTo(id, await (await link.client()).state(), clock.now()) })),
  )
}

/** The command as a person would send it now. Which broadcast an edit is for, the core adds. */
async function commandFor(action: Action, link: AgentLink): Promise<CommandInput | Refusal> {
  if (action.type === 'edit') return { ...action, input: await withProject(link, action.operation, action.input) }
  if (action.type === 'chooseTarget') return action
  return intend(projectOf(await (await link.client()).state(), null), (show, project) => {
    switch (action.type) {
      case 'goLive':
        return show.armGoLive('menu')
      case 'stop':
        return show.armStop('menu')
      case 'sync':
        return show.sync()
      case 'switchScene':
        return sceneNamed(action.scene)(show, project)
      case 'setAutoSync':
        return show.setAutoSync(action.on)
      default:
        return show.setPlayback(action.layerId, action.action)
    }
  })
}

/** What became of a proposal, from the state and the latest entries of the journal. @param now wall ms */
function answerTo(id: string, { arm, journal }: AppState, now: number): Omit<z.output<typeof Proposal>, 'id'> {
  const isArm = ({ outcome }: JournalEntry) => outcome?.result === 'armed' && outcome.arm.armId === id
  const answer = journal.findLast((entry) => entry.armId === id && !isRefused(entry))
  if (answer) {
    if ('command' in answer.what && answer.what.command === 'cancelArm')
      return { state: 'notAllowed', sentence: MCP_WORDS.refused }
    return { state: 'allowed', sentence: answer.outcome ? describeOutcome(answer.outcome) : MCP_WORDS.underWay }
  }
  const asked = journal.findLast(isArm)?.outcome
  // A person's own arm is shown in front of it; another proposal is made only once it waits no more.
  const isThere = arm !== null && (arm.armId === id || arm.mode !== 'proposed')
  const waits = isThere && asked?.result === 'armed' && now < asked.arm.expires
  return waits ? { state: 'waits', sentence: MCP_WORDS.waits } : { state: 'notAllowed', sentence: MCP_WORDS.lapsed }
}

/** A second step that came too soon or too late, or from someone who may not take it, is no answer. */
const isRefused = ({ outcome }: JournalEntry): boolean =>
  outcome?.result === 'refused' && NO_ANSWER.includes(outcome.refusal.reason)

const NO_ANSWER: readonly Refusal['reason'][] = [
  ...(['tooSoon', 'noArm', 'armExpired', 'personOnly', 'armOnly', 'outOfScope'] as const),
]
