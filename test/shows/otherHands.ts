import type { Control } from '../fakes/independent/control.ts'
import type { Chance } from './chance.ts'
import type { House } from './house.ts'

/** What may happen next, and how often compared with the rest. */
export type Step = readonly [weight: number, act: () => void]

/** What others do at the service, by the names of its controls. */
const ELSEWHERE = {
  startElsewhere: (control: Control, id: string) => isOff(control, id) && control.startElsewhere(id),
  stopElsewhere: (control: Control, id: string) => !isOff(control, id) && control.stopElsewhere(id),
  syncElsewhere: (control: Control, id: string) => !isOff(control, id) && control.syncElsewhere(id),
  activateElsewhere: (control: Control, id: string, scene: string) => control.activateElsewhere(id, scene),
  chainSwitch: (control: Control, id: string, scene: string) => !isOff(control, id) && control.chainSwitch(id, scene),
  editElsewhere: (control: Control, id: string) => control.editElsewhere(id),
  preparingFails: (control: Control, id: string) => control.preparingFails(id),
  setAutoSynch: (control: Control, id: string, on: string) => control.setAutoSynch(id, on === 'on'),
  removeProject: (control: Control, id: string) => control.removeProject(id),
} as const
export type Elsewhere = keyof typeof ELSEWHERE

const isOff = (control: Control, projectId: string) => control.truth(projectId).liveId === null

/** Somebody else does something; what makes no sense at the moment is left undone. */
export function actElsewhere(control: Control, name: Elsewhere, projectId: string, more = ''): void {
  ELSEWHERE[name](control, projectId, more)
}

type Does = Pick<House, 'elsewhere' | 'server'> & { chance: Chance }

/** What others do at the service meanwhile, one thing at a time: its own studio, another tool, an assistant. */
export function otherHands({ elsewhere, server: { content }, chance }: Does, project: () => string): Step[] {
  const somewhere = () => (chance.is(0.85) ? project() : chance.pick([content.project, ...content.otherProjects]))
  const onOff = () => (chance.is(0.5) ? 'on' : 'off')
  return [
    [1, () => elsewhere('startElsewhere', somewhere())],
    [1.5, () => elsewhere('stopElsewhere', somewhere())],
    [1, () => elsewhere('syncElsewhere', somewhere())],
    [2, () => elsewhere('activateElsewhere', content.project, chance.pick(content.scenes))],
    [1, () => elsewhere('editElsewhere', somewhere())],
    [0.3, () => elsewhere('preparingFails', somewhere())],
    [0.3, () => elsewhere('setAutoSynch', somewhere(), onOff())],
  ]
}

/** Another tool that works on the show that is on air: what it does comes in one stroke. Answers its name. */
export function strokesByHand(
  { elsewhere, server: { control, content }, clock, chance }: Does & Pick<House, 'clock'>,
  target: () => string,
): () => string {
  const soon = (act: () => void) => clock.after(chance.between(0, 3_000), act)
  const scene = () => chance.pick(content.scenes)
  const strokes: Record<string, () => void> = {
    stop: () => elsewhere('stopElsewhere', target()),
    start: () => elsewhere('startElsewhere', target()),
    restart() {
      elsewhere('stopElsewhere', target())
      if (chance.is(0.5)) elsewhere('startElsewhere', target())
      else soon(() => elsewhere('startElsewhere', target()))
    },
    switch: () => elsewhere('activateElsewhere', content.project, scene()),
    switchAndSync() {
      elsewhere('activateElsewhere', content.project, scene())
      soon(() => elsewhere('syncElsewhere', content.project))
    },
    chain: () => elsewhere('chainSwitch', content.project, scene()),
    /** Takes most of what the account may send, for a while. */
    spends() {
      for (let at = 0; at < 15; at += 1) clock.after(at * 2_000, () => control.spendQuota(5))
    },
  }
  return () => {
    const [name, stroke] = chance.pick(Object.entries(strokes))
    stroke()
    return name
  }
}
