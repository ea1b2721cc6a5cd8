/** What goes wrong on the way from the local studio to viewers. Nothing, as long as nothing does. */
import type { Broadcasting, SentTo } from '../broadcasting.ts'
import { type AppState, targetOf } from '../state.ts'
import { diskNearlyFull, isNotReady, notHeard, notShown, HEALTH_WORDS as WORDS } from '../words/show/broadcasting.ts'

export interface HealthLine {
  readonly key: string
  /** What happened. */
  readonly what: string
  /** What the user can do, or what is being done. */
  readonly todo: string | null
}

/** The faults of the show target's broadcast, the most serious first. */
export function broadcastHealth(state: AppState): readonly HealthLine[] {
  const { broadcasting = null } = state.rehearsal ?? {}
  const target = targetOf(state)
  if (!broadcasting || !target) return NONE
  const sentTo = broadcasting.sentTo.filter(({ projectId }) => projectId === target.id)
  if (sentTo.length === 0) return NONE
  const nameOf = (id: string) =>
    target.live?.destinations.find((one) => one.id === id)?.name ??
    broadcasting.servers.find(({ destinationId }) => destinationId === id)?.name ??
    WORDS.unnamed
  return [
    ...broadcasting.notShown
      .filter(({ projectId }) => projectId === target.id)
      .map((one) => ({ key: 'file', what: notShown(one), todo: one.isPlaylistAlone ? null : WORDS.fileTodo })),
    ...broadcasting.notHeard
      .filter(({ projectId }) => projectId === target.id)
      .map(({ why }) => ({ key: 'sound', what: notHeard(why), todo: isNotReady(why) ? null : WORDS.soundTodo })),
    ...ofEngine(broadcasting),
    ...sentTo.flatMap((one) => ofDestination(one, nameOf(one.destinationId))),
    ...ofDisk(broadcasting),
  ]
}

const NONE: readonly HealthLine[] = []

function ofDestination(
  { destinationId: key, state, reconnects, dropped }: SentTo,
  name: string,
): readonly HealthLine[] {
  // Its readings report one that is not on air.
  if (state !== 'LIVE') return NONE
  if (dropped > 0) return [{ key, what: WORDS.dropped(name, dropped), todo: WORDS.droppedTodo }]
  return reconnects > 0 ? [{ key, what: WORDS.reconnected(name, reconnects), todo: null }] : NONE
}

const ofEngine = ({ engineRestarts }: Broadcasting): readonly HealthLine[] =>
  engineRestarts > 0 ? [{ key: 'engine', what: WORDS.engine(engineRestarts), todo: WORDS.engineTodo }] : NONE

const ofDisk = ({ diskLeft }: Broadcasting): readonly HealthLine[] =>
  diskLeft !== null ? [{ key: 'disk', what: diskNearlyFull(diskLeft), todo: WORDS.diskTodo }] : NONE

/** Thousands of bits a second to a destination of the show target; null: not known. */
export function kbpsTo({ rehearsal, targetId }: AppState, destinationId: string | null): number | null {
  const sent = rehearsal?.broadcasting.sentTo.find(
    (one) => one.projectId === targetId && one.destinationId === destinationId,
  )
  return sent?.kbps ?? null
}
