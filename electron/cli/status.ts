import { type AppState, isRunning, type ProjectState } from '../../shared/state.ts'
import { tallyOf } from '../../shared/tally.ts'
import { endOf, onAirFor } from '../../shared/view/clock.ts'
import { safeLink } from '../../shared/view/destinations.ts'
import { markOf } from '../../shared/view/marks.ts'
import { openWorkLines } from '../../shared/view/openWork.ts'
import { CLI_STANDS } from '../../shared/words/cli/cli.ts'
import { clockTime, inARow } from '../../shared/words/format.ts'
import { EMPTY, MARKS } from '../../shared/words/labels.ts'
import { describeFailure, journalProblem } from '../../shared/words/outcomes/failures.ts'
import { armSentence, endsIn, servicePlace, watching } from '../../shared/words/show/show.ts'
import { airBasisSentence, freshness, LAMP, tallySentence, unsyncedSentence } from '../../shared/words/show/tally.ts'

/** The output of `status --json` and `watch --json`. Null means "not known". Times are wall times in ms. */
export type Status = ReturnType<typeof statusOf>

/** Everything a program may want to know about a show. */
export function statusOf(state: AppState, project: ProjectState | null, now: number) {
  const tally = tallyOf(state, project, now)
  const known = tally !== 'stale' && tally !== 'unknown'
  return {
    tally,
    project: project && { id: project.id, name: project.name },
    live: project && liveOf(project),
    /** What viewers see: only what the service confirmed. */
    air: project && airOf(project),
    scenes:
      project?.scenes?.map((scene, index) => ({
        ...{ number: index + 1, id: scene.id, name: scene.name, active: scene.isActive },
        mark: markOf(project, scene, known),
      })) ?? null,
    unsynced: project && { some: project.unsynced.some, edits: project.unsynced.edits },
    autoSync: project?.settings?.autoSync ?? null,
    /** Where the running broadcast can be watched. */
    watch: project && watchLinks(project),
    /** A start or stop that is under way, or whose response was lost. */
    pending: project?.pending ? { act: project.pending.act, phase: project.pending.phase } : null,
    armed: state.arm && { act: state.arm.act, projectId: state.arm.projectId, expires: state.arm.expires },
    padlock: { locked: state.padlock.locked },
    service: {
      baseUrl: state.service.baseUrl,
      rehearsal: state.service.rehearsal,
      failure: state.service.failure && describeFailure(state.service.failure).what,
    },
    /** Edits of several requests that are under way, or incomplete and waiting. */
    openWork: state.openWork.map(({ operation, projectId, since, waits }) => ({
      operation,
      projectId,
      since,
      waits,
    })),
    /** Why current actions are not written to the journal; null: they are. */
    journal: journalProblem(state),
    version: state.version,
  }
}

function liveOf({ live }: ProjectState) {
  if (!live) return null
  const { liveId, status, startedAt, endsAt, viewers, readAt } = live
  return { liveId, status, startedAt, endsAt, viewers, readAt }
}

function watchLinks({ live }: ProjectState) {
  if (!isRunning(live)) return []
  return (live?.destinations ?? []).flatMap(({ name, viewingUrl }) => {
    const url = safeLink(viewingUrl)
    return url === null ? [] : [{ name, url }]
  })
}

function airOf({ air, scenes }: ProjectState) {
  const sceneName = scenes?.find((scene) => scene.id === air.sceneId)?.name ?? null
  return { sceneId: air.sceneId, sceneName, basis: air.basis }
}

/** A broadcast may have a hundred destinations. */
const MOST_LINKS = 5

/** What is on air, as a sentence without its full stop. */
export function sentenceOf(state: AppState, project: ProjectState | null, now: number): string {
  const sentence = tallySentence(tallyOf(state, project, now), state, project, now)
  return project ? `${project.name}: ${sentence}` : sentence
}

/** The state for users: a few lines, the most important one first. */
export function linesOf(state: AppState, project: ProjectState | null, now: number): string[] {
  const lamp = LAMP[tallyOf(state, project, now)]
  const first = `${lamp}  ${sentenceOf(state, project, now)}`
  const unwritten = journalProblem(state) ?? ''
  const open = openWorkLines(state)
  if (!project) return [first, ...open, unwritten].filter((line) => line !== '')
  const [ms, end] = [onAirFor(project, now), endOf(project, now)]
  const air = [
    ms === null ? null : clockTime(ms / 1000),
    ms === null || project.live?.viewers == null ? null : watching(project.live.viewers),
    end === null ? null : endsIn(end.leftMs, end.by),
    ms === null ? null : airBasisSentence(project),
    project.live === null ? null : freshness(project.live.readAt, now),
  ]
  return [
    first,
    joined(air),
    unsyncedLine(project, ms),
    ...watchLinks(project)
      .slice(0, MOST_LINKS)
      .map(({ name, url }) => CLI_STANDS.watch(name, url)),
    ...open,
    unwritten,
    ownLine(state, project),
    scenesLine(state, project, now),
  ].filter((line) => line !== '')
}

/** Unsynced edits are only shown on air: otherwise no viewers are waiting for them. */
const unsyncedLine = (project: ProjectState, ms: number | null) =>
  (ms === null ? null : unsyncedSentence(project)) ?? ''

function ownLine(state: AppState, { settings }: ProjectState): string {
  return joined([
    settings === null ? null : CLI_STANDS.autoSync(settings.autoSync),
    CLI_STANDS.padlock(state.padlock.locked),
    state.arm === null ? null : CLI_STANDS.armed(armSentence(state.arm)),
    servicePlace(state.service),
  ])
}

function scenesLine(state: AppState, project: ProjectState, now: number): string {
  const { scenes } = statusOf(state, project, now)
  if (!scenes) return EMPTY.scenesUnread
  return scenes.map(({ number, name, mark }) => `${number} ${name}${mark ? ` [${MARKS[mark]}]` : ''}`).join('  ')
}

const joined = (parts: readonly (string | null)[]) => inARow(parts.filter((part) => part !== null))
