import type { AskedName } from '../../../shared/query/query.ts'
import { hasProject } from '../fields.ts'
import type { AgentLink } from './link.ts'

/** An input with the show target's id, where the operation needs a project and the agent named none. */
export async function withProject(link: AgentLink, name: AskedName, input: object): Promise<Record<string, unknown>> {
  const given = { ...input } as Record<string, unknown>
  if (!hasProject(name) || given.projectId !== undefined) return given
  const { targetId } = await (await link.client()).state()
  return targetId === null ? given : { projectId: targetId, ...given }
}
