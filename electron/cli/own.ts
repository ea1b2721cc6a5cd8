/** Commands about Cuelight itself. */

import { projectOf } from '../../shared/intents/intents.ts'
import { projectMeant } from '../../shared/intents/naming.ts'
import type { WindowName } from '../../shared/settings/desktop.ts'
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli.ts'
import { bringUp } from '../core/bridge/focusRunning.ts'
import { type Answer, answerOf } from './answer.ts'
import { type Desk, look, refused, sendOnce } from './desk.ts'
import { linesOf, sentenceOf, statusOf } from './status.ts'

/** What is on air, for a person and for a program. */
export async function status(desk: Desk): Promise<Answer> {
  const seen = await look(desk)
  if ('reason' in seen) return refused(seen)
  const { state, named } = seen
  const [project, now] = [projectOf(state, named), desk.clock.now()]
  return {
    code: EXIT.done,
    sentence: sentenceOf(state, project, now),
    lines: linesOf(state, project, now),
    fields: { status: statusOf(state, project, now) },
  }
}

/** Chooses the show target by name. The list may be old: a name that is not in it is looked for once more. */
export async function target(desk: Desk): Promise<Answer> {
  const { client, typed } = desk
  let project = projectMeant(await client.state(), typed.about)
  if ('reason' in project) {
    const loaded = await client.send({ type: 'loadProjects' })
    if (loaded.result !== 'done') return answerOf(loaded)
    project = projectMeant(await client.state(), typed.about)
  }
  if ('reason' in project) return refused(project)
  return sendOnce(desk, { type: 'chooseTarget', projectId: project.id })
}

/** Brings the window up; without a desktop the panel is what can be looked at. */
export async function show({ client, typed }: Desk): Promise<Answer> {
  const up = await bringUp(client, typed.about === 'quick' ? 'quick' : ('main' satisfies WindowName))
  if ('outcome' in up) return answerOf(up.outcome)
  const sentence = `${CLI_SENTENCES.noWindow} ${up.panelAddress}`
  return { code: EXIT.done, sentence, fields: { panelAddress: up.panelAddress } }
}

/** An address that opens the panel: alone on its line, so that it can be handed on. */
export async function panel({ client }: Desk): Promise<Answer> {
  const panelAddress = await client.panelAddress()
  return { code: EXIT.done, sentence: panelAddress, fields: { panelAddress } }
}
