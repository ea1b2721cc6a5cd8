/** Outcomes of commands: failed, or settled after a lost response. */
import { commands } from '../../../shared/commands/commands.ts'
import { intend } from '../../../shared/intents/intents.ts'
import { type Ended, endedSince, type Snapshot } from '../../../shared/news/news.ts'
import type { AppState, JournalEntry } from '../../../shared/state.ts'
import { BUTTONS, NEWS } from '../../../shared/words/desktop/notifications.ts'
import type { Change, NotificationText } from './notification.ts'

export function commandChange(before: Snapshot, after: Snapshot): Change[] {
  if (before.state.journal === after.state.journal) return []
  const failures = endedSince(before, after).filter((entry) => hasFailed(entry) && !wasSeen(entry))
  return [
    ...failures.map((entry) => failed(entry, after.state)),
    ...entriesSince(before, after).flatMap((entry) => settled(entry, after.state)),
  ]
}

function entriesSince(before: Snapshot, after: Snapshot): JournalEntry[] {
  const known = new Set(before.state.journal.map(({ id }) => id))
  return after.state.journal.filter(({ id }) => !known.has(id))
}

/** A refusal is shown by the input it came from; a failure on the way to the air concerns everyone. */
function hasFailed({ what, outcome }: Ended): boolean {
  if (!('command' in what) || commands[what.command].reach !== 'air') return false
  return outcome.result === 'failed' || outcome.result === 'unknown'
}

/** In ms: the user of our own window sees the outcome there, but after this time may have turned to another program. */
const TURNED_AWAY_MS = 5_000

function wasSeen({ source, ms }: Ended): boolean {
  return (source === 'panel' || source === 'window') && ms !== null && ms < TURNED_AWAY_MS
}

function failed({ id, what, projectId, projectName, outcome }: Ended, state: AppState): Change {
  const command = 'command' in what ? what.command : 'refresh'
  const action = command === 'sync' || command === 'commitStop' ? again(command, projectId, state) : null
  const once = `outcome ${id}`
  return { kind: 'failed', once, ...NEWS.failedCommand(command, projectName, outcome), action, about: projectId }
}

function settled({ id, what, projectId, projectName }: JournalEntry, state: AppState): Change[] {
  // The user who unlocked it already knows.
  if (!('event' in what) || what.event !== 'settled' || what.as === 'unlocked') return []
  const action = what.as === 'stillRunning' ? again('commitStop', projectId, state) : null
  return [{ kind: 'settled', once: `settled ${id}`, ...NEWS.settled(projectName, what), action, about: projectId }]
}

/** Repeats the command at one click; a stop is only armed, and its second step is in the tray and the panel. */
function again(
  command: 'sync' | 'commitStop',
  projectId: string | null,
  state: AppState,
): NotificationText['action'] {
  const project = projectId === null ? null : (state.projects[projectId] ?? null)
  const meant = intend(project, (show) => (command === 'sync' ? show.sync() : show.armStop('menu')))
  if ('reason' in meant) return null
  return { label: command === 'sync' ? BUTTONS.sync : BUTTONS.stop, does: { command: meant } }
}
