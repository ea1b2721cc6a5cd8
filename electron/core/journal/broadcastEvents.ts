/** What the local studio reports of its broadcasts, as lines of the journal: each thing once, when it begins. */
import type { Broadcasting, SentTo } from '../../../shared/broadcasting.ts'
import type { LiveEvent } from '../../../shared/outcome.ts'
import type { AppState } from '../../../shared/state.ts'
import { isNotReady } from '../../../shared/words/show/broadcasting.ts'
import type { Store } from '../state/store.ts'
import type { Recorder } from './recorder.ts'

export interface BroadcastEvent {
  /** Null: it concerns all that is broadcast. */
  readonly projectId: string | null
  readonly what: LiveEvent
}

/**
 * What began between two reports. Counts cover five minutes: what happens again and again is one event until then. What
 * was so in the first report already is not reported again.
 *
 * @param known the files, and the reasons for missing sounds, that were reported during these broadcasts: in a loop, the same one comes again and again
 */
export function broadcastEvents(
  before: Broadcasting,
  now: Broadcasting,
  known: Set<string>,
  nameOf: (sent: SentTo) => string,
): BroadcastEvent[] {
  const events: BroadcastEvent[] = []
  const add = (projectId: string | null, what: LiveEvent) => void events.push({ projectId, what })
  if (before.engineRestarts === 0 && now.engineRestarts > 0) add(null, { event: 'engineRestarted' })
  for (const sent of now.sentTo) {
    const { projectId, destinationId, state } = sent
    const was = before.sentTo.find((one) => one.projectId === projectId && one.destinationId === destinationId)
    if (!was) continue
    const name = nameOf(sent)
    // One that lasts is reported as a failed destination, once a reading shows it.
    const isBrief = was.state === 'LIVE' && state === 'LIVE' && was.reconnects === 0 && sent.reconnects > 0
    if (isBrief) add(projectId, { event: 'destinationReconnected', name })
    if (was.dropped === 0 && sent.dropped > 0) add(projectId, { event: 'picturesLeftOut', name })
  }
  for (const { projectId, ...row } of now.notShown) {
    const key = `${projectId} ${row.file}`
    if (!known.has(key)) add(projectId, { event: 'fileNotShown', ...row })
    known.add(key)
  }
  for (const { projectId, why } of now.notHeard) {
    const key = `${projectId} sound: ${why}`
    if (!isNotReady(why) && !known.has(key)) add(projectId, { event: 'soundNotHeard', why })
    known.add(key)
  }
  if (before.diskLeft === null && now.diskLeft !== null) add(null, { event: 'diskNearlyFull', bytes: now.diskLeft })
  return events
}

/** Writes them as they are reported. @returns a function that stops it */
export function recordBroadcastEvents(store: Store, tell: Recorder['seen']): () => void {
  let last = store.get().rehearsal?.broadcasting ?? null
  const known = new Set<string>()
  return store.subscribe((_, state) => {
    const before = last
    last = state.rehearsal?.broadcasting ?? null
    if (!last || before === last) return
    for (const key of known)
      if (!last.sentTo.some(({ projectId }) => key.startsWith(`${projectId} `))) known.delete(key)
    if (!before) return
    for (const { projectId, what } of broadcastEvents(before, last, known, (sent) => nameIn(state, sent)))
      tell({ id: projectId, name: null }, what)
  })
}

function nameIn({ projects, rehearsal }: AppState, { projectId, destinationId }: SentTo): string {
  const destinations = projects[projectId]?.live?.destinations ?? []
  const server = rehearsal?.broadcasting.servers.find((one) => one.destinationId === destinationId)
  return destinations.find(({ id }) => id === destinationId)?.name ?? server?.name ?? destinationId
}
