import type { IndependentServer } from '../fakes/independent/server.ts'
import type { Chance } from './chance.ts'
import type { Story } from './story.ts'

/** What may happen next, and how often compared with the rest. */
export type Step = readonly [weight: number, act: () => void]

export interface OtherHandsParts {
  server: IndependentServer
  chance: Chance
  story: Story
  /** The project that is being looked at. */
  project: () => string
}

/** What others do at the service meanwhile: its own studio, another tool, an assistant. */
export function otherHands({ server: { control, content }, chance, story, project }: OtherHandsParts): Step[] {
  const somewhere = () => (chance.is(0.85) ? project() : chance.pick([content.project, ...content.otherProjects]))
  const isOff = (projectId: string) => control.truth(projectId).liveId === null

  /** `possible` is asked first: a control that makes no sense at the moment throws. */
  function step(
    weight: number,
    name: string,
    act: (projectId: string) => void,
    possible = (_: string) => true,
  ): Step {
    return [
      weight,
      () => {
        const projectId = somewhere()
        if (!possible(projectId)) return
        story.tell(`-- another hand: ${name} ${projectId}`)
        act(projectId)
      },
    ]
  }

  return [
    step(1, 'startElsewhere', (projectId) => control.startElsewhere(projectId), isOff),
    step(
      1.5,
      'stopElsewhere',
      (projectId) => control.stopElsewhere(projectId),
      (projectId) => !isOff(projectId),
    ),
    step(
      1,
      'syncElsewhere',
      (projectId) => control.syncElsewhere(projectId),
      (projectId) => !isOff(projectId),
    ),
    step(2, 'activateElsewhere', () => control.activateElsewhere(content.project, chance.pick(content.scenes))),
    step(1, 'editElsewhere', (projectId) => control.editElsewhere(projectId)),
    step(0.3, 'preparingFails', (projectId) => control.preparingFails(projectId)),
    step(0.3, 'setAutoSynch', (projectId) => control.setAutoSynch(projectId, chance.is(0.5))),
  ]
}
