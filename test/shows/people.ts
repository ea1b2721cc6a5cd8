/** What the user or others might do next, at any of our inputs or at the service itself. */
import type { Arm } from '../../shared/commands/arm.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import type { Control } from '../fakes/independent/control.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'
import type { Chance } from './chance.ts'
import type { Ask, Desk } from './desk.ts'
import type { House } from './house.ts'

/** A possible next step, and its weight compared with the others. */
type Step = readonly [weight: number, act: () => void]

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

/** Someone else does something; what makes no sense at the moment is skipped. */
export function actElsewhere(control: Control, name: Elsewhere, projectId: string, more = ''): void {
  ELSEWHERE[name](control, projectId, more)
}

type Does = Pick<House, 'elsewhere' | 'server'> & { chance: Chance }

/** What others do at the service meanwhile, one thing at a time: its own studio, another tool, an assistant. */
function otherHands({ elsewhere, server: { content }, chance }: Does, project: () => string): Step[] {
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

/** Another tool that works on the show on air: everything it does comes at once. Returns its name. */
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
    /** Uses most of the account's budget, for a while. */
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

interface PeopleParts {
  clock: VirtualClock
  chance: Chance
  desk: Desk
  server: IndependentServer
  /** Someone else does something at the service. */
  elsewhere: (name: Elsewhere, projectId: string, more?: string) => void
  /** The state as last shown, by a process that may be dead by now. */
  shown: () => AppState | null
}

const AIR: readonly Source[] = ['panel', 'panel', 'window', 'tray', 'cli', 'hotkey']
const ALL: readonly Source[] = [...AIR, 'agent', 'link']
/** Ms between the two steps: some too early, some too late. */
const SECOND_STEP = {
  press: [200, 420, 450, 700, 1_500, 2_900, 3_300],
  menu: [450, 2_000, 9_000, 11_000],
  hold: [900, 1_500, 1_600, 2_500],
  cancelWindow: [2_000, 3_000, 3_500, 5_900],
} as const

export function createPeople({ clock, chance, desk, server, shown, elsewhere }: PeopleParts) {
  const { content } = server
  const projects = [content.project, ...content.otherProjects]
  let resting = false

  const target = () => {
    const state = shown()
    return state ? targetOf(state) : null
  }
  const press = (command: CommandInput, sources: readonly Source[] = AIR) => desk.press(command, chance.pick(sources))
  /** Mostly what is on air, as far as the sender sees it; sometimes an older broadcast. */
  const liveId = () => (chance.is(0.95) ? (target()?.live?.liveId ?? null) : 'live-of-another-day')
  /** Mostly left out: then the show target is meant. */
  const other = () => (chance.is(0.08) ? { projectId: chance.pick(projects) } : {})
  const scene = () => chance.pick(target()?.scenes?.map((one) => one.id) ?? content.scenes)

  const goLive = () =>
    press(
      {
        type: 'goLive',
        confirmed: chance.is(0.9),
        ...other(),
        ...(chance.is(0.2) ? { despiteFaults: true } : {}),
      },
      ALL,
    )
  const armGoLive = () => press({ type: 'armGoLive', mode: chance.pick(['press', 'menu']), ...other() }, ALL)
  const armStop = () =>
    press(
      {
        type: 'armStop',
        liveId: liveId() ?? 'none',
        mode: chance.pick(['press', 'press', 'menu', 'hold', 'cancelWindow']),
      },
      ALL,
    )
  const switchScene = () => press({ type: 'switchScene', liveId: liveId(), sceneId: scene() }, ALL)
  const moveScene = () =>
    press({ type: chance.pick(['nextScene', 'previousScene', 'backToScene']), liveId: liveId() })
  const sync = () => press({ type: 'sync', liveId: liveId() ?? 'none' }, ALL)
  const read = () => press({ type: chance.pick(['refresh', 'loadProjects', 'checkDestinations']) }, ALL)
  const again = () => {
    const late = desk.asks.slice(-8).filter((one) => one.source === 'panel' && !one.givenUp)
    if (late.length > 0) desk.send(chance.pick(late))
  }

  const steps: readonly Step[] = [
    [8, goLive],
    [3, armGoLive],
    [6, armStop],
    [6, switchScene],
    [3, moveScene],
    [4, sync],
    [2, () => press({ type: 'setAutoSync', liveId: liveId(), on: chance.is(0.5) })],
    [2, read],
    [0.5, () => press({ type: 'setOpeningScene', sceneId: chance.is(0.7) ? scene() : null }, ALL)],
    [1, () => repeat(chance.whole(3, 8), () => press({ type: 'refresh' }))],
    [1.5, () => press({ type: 'chooseTarget', projectId: chance.pick(projects) }, ALL)],
    [1, () => press({ type: 'setPadlock', locked: chance.is(0.4) }, ALL)],
    [3, () => press({ type: 'setPadlock', locked: false }, ['panel', 'tray'])],
    [0.5, () => press({ type: 'unlockGoLive' }, ALL)],
    [1, () => press({ type: 'acknowledge' })],
    [3, again],
    // A key held down.
    [
      0.4,
      () => repeat(chance.whole(20, 80), () => desk.press({ type: 'armStop', liveId: liveId() ?? 'none' }, 'hotkey')),
    ],
    [1, lockInBetween],
    // Two users at once.
    [2, () => [goLive(), goLive()]],
    [1, () => [armStop(), armStop(), sync()]],
    ...otherHands({ elsewhere, server, chance }, () => target()?.id ?? content.project),
  ]
  const whole = steps.reduce((sum, [weight]) => sum + weight, 0)

  /** The padlock closes while a change waits for the one before it, or for its response. */
  function lockInBetween(): void {
    server.faults.add({ kind: 'slow', ms: 1_500, when: 'before', match: { method: 'POST', path: /\/activate$/ } })
    repeat(3, switchScene)
    clock.after(500, () => desk.press({ type: 'setPadlock', locked: true }, 'tray'))
  }

  function secondStep({ source, command }: Ask, armId: string, act: Arm['act']): void {
    if (resting) return
    const own = chance.is(0.8) || command.type === 'armGoLive'
    const by = own ? source : chance.pick(AIR)
    if (chance.is(0.1)) desk.press({ type: 'cancelArm', armId }, by)
    else desk.press({ type: act === 'stop' ? 'commitStop' : 'commitGoLive', armId }, by)
  }

  return {
    /** Performs one random step. */
    act() {
      let left = chance.random() * whole
      for (const [weight, step] of steps) {
        left -= weight
        if (left < 0) return step()
      }
    },
    /** After an arm its sender takes the second step, or tries to. */
    heard(ask: Ask, outcome: Outcome): void {
      if (outcome.result !== 'armed' || resting) return
      const { armId, act, mode } = outcome.arm
      const presses = chance.is(0.1) ? 2 : 1
      for (let count = 0; count < presses; count += 1)
        clock.after(chance.pick(SECOND_STEP[mode === 'proposed' ? 'menu' : mode]), () => secondStep(ask, armId, act))
    },
    /** No more steps from now on. */
    rest(): void {
      resting = true
    },
    isResting: () => resting,
  }
}

function repeat(times: number, act: () => unknown): void {
  for (let count = 0; count < times; count += 1) act()
}
