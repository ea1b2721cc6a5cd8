import type { CommandName } from '../commands/commands.ts'
import { macrosHere } from '../macros/offered.ts'
import type { Outcome } from '../outcome.ts'
import {
  type AppState,
  type DestinationState,
  isRunning,
  type JournalEntry,
  type ProjectState,
  targetOf,
  unreadProject,
} from '../state.ts'
import { forcedEnd, tallyOf } from '../tally.ts'
import { AIR_COMMANDS } from '../view/journal.ts'
import { backSceneId } from '../view/reasons.ts'
import { COMMAND_WORDS, sourceText } from '../words/commands/commands.ts'
import { describeOutcome } from '../words/outcomes/outcomes.ts'
import type { ControlState } from './model.ts'

/** The show target as control surfaces see it. Pure. @param now wall ms */
export function controlStateOf(state: AppState, now: number): ControlState {
  const target = targetOf(state)
  const { padlock, budget, service } = state
  const { live, settings, unsynced, pending, scenesReadAt, staleAfterMs } = target ?? unreadProject('', '')
  return {
    tally: tallyOf(state, target, now),
    rehearsal: service.rehearsal,
    project: target && { id: target.id, name: target.name },
    live: target && liveOf(target),
    ...scenesOf(target),
    destinations: (live && isRunning(live) ? live : settings)?.destinations.map(destinationOf) ?? [],
    unsynced: { some: unsynced.some, count: unsynced.edits },
    autoSync: settings?.autoSync ?? null,
    padlock: padlock.locked ? 'closed' : 'open',
    budget: { limit: budget.limit, remaining: budget.remaining, blockedUntil: budget.blockedUntil },
    arm: armOf(state),
    pending: pending && { act: pending.act, phase: pending.phase },
    macros: macrosHere(state).map(({ id, name }) => ({ id, name })),
    lastOutcome: lastOutcomeOf(state),
    read: {
      live: live?.readAt ?? null,
      scenes: scenesReadAt,
      settings: settings?.readAt ?? null,
      staleAfterMs,
    },
  }
}

function liveOf(target: ProjectState): ControlState['live'] {
  const { live } = target
  if (!live || !isRunning(live)) return null
  const end = forcedEnd(target)
  const { liveId: id, status, startedAt, viewers } = live
  return { id, status, startedAt, endsAt: end?.at ?? null, endsBy: end?.by ?? null, viewers }
}

function scenesOf(target: ProjectState | null) {
  const scenes = target?.scenes ?? null
  const at = scenes?.findIndex(({ isActive }) => isActive) ?? -1
  const onAir = target && isRunning(target.live) ? target.air.sceneId : null
  return {
    scenes: scenes?.map(({ id, name }, index) => ({ number: index + 1, id, name })) ?? null,
    activeScene: scenes?.[at]?.id ?? null,
    onAirScene: onAir,
    nextScene: at < 0 ? null : (scenes?.[at + 1]?.id ?? null),
    backScene: target && backSceneId(target),
  }
}

const destinationOf = ({ id, name, provider, error, viewers }: DestinationState) => ({
  ...{ id, name, provider, error, viewers },
})

function armOf({ arm }: AppState): ControlState['arm'] {
  if (!arm) return null
  const { armId: id, projectName, liveId, notBefore, expires, proposed } = arm
  const act = proposed ? 'proposal' : arm.act
  return { id, act, projectName, liveId, notBefore, expires }
}

/** Of commands about the show. What only refreshes or looks is no news to a lamp. */
function lastOutcomeOf({ journal }: AppState): ControlState['lastOutcome'] {
  const isIt = ({ what, outcome }: JournalEntry) =>
    'command' in what && isNews(what.command) && outcome !== null && !isOutOfScope(outcome)
  const entry = journal.findLast(isIt)
  if (!entry?.outcome || !('command' in entry.what)) return null
  const { at, outcome, what } = entry
  const command = COMMAND_WORDS[what.command]
  return { at, from: sourceText(entry), command, result: outcome.result, sentence: describeOutcome(outcome) }
}

/** Of a client that may only look: no other one pressed anything. */
const isOutOfScope = (outcome: Outcome): boolean =>
  outcome.result === 'refused' && outcome.refusal.reason === 'outOfScope'

const isNews = (command: CommandName): boolean =>
  AIR_COMMANDS.has(command) || command === 'edit' || command === 'setPadlock' || command === 'cancelArm'
