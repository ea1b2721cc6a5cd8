/**
 * What can be asked for in words (on the command line, by a link), and which command that is in this very state. A command
 * carries the broadcast that is seen at this moment; whether it may be carried out is for the guard to say.
 */
import type { CommandInput } from './commands.ts'
import { findNamed, type Named } from './naming.ts'
import type { Refusal } from './outcome.ts'
import { type AppState, isRunning, type ProjectState, targetOf } from './state.ts'
import { seenLiveId } from './view/reasons.ts'
import { couldBe, noSuchProject, noSuchScene } from './words/asking.ts'

export type Asked =
  | { verb: 'goLive'; despiteFaults: boolean }
  | { verb: 'stop' }
  | { verb: 'sync' }
  | { verb: 'scene'; scene: string }
  | { verb: 'next' }
  | { verb: 'previous' }
  | { verb: 'back' }
  | { verb: 'autoSync'; on: boolean }

/** `step`: acts, or arms where two steps are needed. `armOnly`: a person elsewhere has to confirm whatever is armed. */
export type Way = 'step' | 'armOnly'

export type Meant = { command: CommandInput } | { refusal: Refusal }

/**
 * The command that is meant.
 *
 * @param named the project that was named, by id; null: the show target
 */
export function commandFor(asked: Asked, state: AppState, named: string | null, way: Way): Meant {
  const project = projectOf(state, named)
  if (!project) return { refusal: { reason: named === null ? 'noTarget' : 'unknownProject' } }
  const about = named === null ? {} : { projectId: named }
  const liveId = seenLiveId(project)
  switch (asked.verb) {
    case 'goLive':
      if (way === 'armOnly') return { command: { type: 'armGoLive', ...about, mode: 'menu' } }
      return { command: { type: 'goLive', ...about, despiteFaults: asked.despiteFaults } }
    case 'stop':
      if (liveId === null) return { refusal: nothingRuns(project) }
      return { command: { type: 'armStop', ...about, liveId, mode: way === 'armOnly' ? 'menu' : 'press' } }
    case 'sync':
      return liveId === null ? { refusal: nothingRuns(project) } : { command: { type: 'sync', ...about, liveId } }
    case 'scene':
      return sceneMeant(asked.scene, project, { ...about, liveId })
    case 'next':
      return { command: { type: 'nextScene', ...about, liveId } }
    case 'previous':
      return { command: { type: 'previousScene', ...about, liveId } }
    case 'back':
      return { command: { type: 'backToScene', ...about, liveId } }
    case 'autoSync':
      return { command: { type: 'setAutoSync', ...about, liveId, on: asked.on } }
  }
}

/** The project that is looked at: the one that was named, by id, as far as it is followed; else the show target. */
export function projectOf(state: AppState, named: string | null): ProjectState | null {
  if (named === null) return targetOf(state)
  // What comes over a socket is an ordinary object: it answers to names nobody put there.
  return Object.hasOwn(state.projects, named) ? (state.projects[named] ?? null) : null
}

/** What runs must be known by its id to be stopped: nothing is not the same as not known. */
function nothingRuns({ live }: ProjectState): Refusal {
  return { reason: live !== null && !isRunning(live) ? 'notLive' : 'notKnown' }
}

function sceneMeant(
  wanted: string,
  { scenes }: ProjectState,
  about: { projectId?: string; liveId: string | null },
): Meant {
  if (scenes === null) return { refusal: { reason: 'notKnown' } }
  const found = findNamed(scenes, wanted, { numbered: true })
  if ('found' in found) return { command: { type: 'switchScene', ...about, sceneId: found.found.id } }
  const number = (scene: Named) => `${scenes.findIndex((one) => one.id === scene.id) + 1} ${scene.name}`
  const message =
    'several' in found ? couldBe(wanted, found.several.map(number)) : noSuchScene(wanted, scenes.map(number))
  return { refusal: { reason: 'invalid', field: 'scene', message } }
}

/** The project that is meant by a name or an id, among all that are known. */
export function projectMeant({ projects, projectList }: AppState, wanted: string): Named | { refusal: Refusal } {
  const known = new Map<string, Named>()
  for (const { id, name } of [...projectList.items, ...Object.values(projects)]) known.set(id, { id, name })
  const found = findNamed([...known.values()], wanted)
  if ('found' in found) return found.found
  const label = ({ id, name }: Named) => `${name} (${id})`
  const message = 'several' in found ? couldBe(wanted, found.several.map(label)) : noSuchProject(wanted)
  return { refusal: { reason: 'invalid', field: 'project', message } }
}
