/** The quiet edit under test: three scenes that viewers must see at once. */
import type { Outcome } from '../../shared/outcome.ts'
import type { Stage, Told, Trial } from './history.ts'
import { PROJECT, type World } from './world.ts'

const MINUTE = 60_000
const NAMES = ['Three', 'Four', 'Five']
const SEEN = NAMES.map((name) => `scene ${name}`)
const OTHERS = 'title of another hand'

const edits = NAMES.map((name) => ({ operation: 'createScene', input: { projectId: PROJECT, name } }))
const switched = (on: Stage, to: boolean) =>
  on.command({ type: 'setAutoSync', on: to, liveId: on.world.live?.liveId ?? '', projectId: PROJECT })

const made = ({ scenes }: World) => scenes.filter(({ name }) => NAMES.includes(name))

export const quiet: Trial = {
  name: 'quietEdit',
  most: { requests: 28, writes: 14 },
  otherHand: {
    acts: ['otherHandSwitchesOn', 'otherHandPrepares', 'broadcastEnds', 'anotherBegins'],
    before: 'getProject',
  },
  acts: {
    personSwitchesOff: (on) => switched(on, false),
    personSwitchesOn: (on) => switched(on, true),
    personEndsIt: (on) => on.press('quietEdit', { projectId: PROJECT, edits: [] }),
    personAsksAgain: (on) => on.press('quietEdit', { projectId: PROJECT, edits }),
    padlockCloses(on) {
      on.command({ type: 'setPadlock', locked: true }, 'window')
      on.later(2 * MINUTE, () => on.command({ type: 'setPadlock', locked: false }, 'window'))
    },
    otherHandSwitchesOn({ world }) {
      world.autoSync = true
      world.push()
    },
    otherHandPrepares({ world }) {
      // Only after auto-sync is on again can the other client's preparation be told from ours.
      world.isPrepared = world.autoSync && made(world).length === NAMES.length
      world.autoSync = false
      world.edited(OTHERS)
    },
    broadcastEnds({ world }) {
      world.live = null
    },
    anotherBegins: ({ world }) => world.start(null),
    profileSwitched(on) {
      on.process().switchTo('b')
      on.later(MINUTE, () => on.process().switchTo('a'))
    },
    clockJumps: ({ clock }) => clock.jump(15 * MINUTE),
    clockJumpsBack: ({ clock }) => clock.jump(-60 * MINUTE),
    killed: (on) => on.kill(),
  },
  prepare({ world }) {
    world.start(null)
  },
  begin: (on) => on.press('quietEdit', { projectId: PROJECT, edits }),
  broken(on) {
    const { world, acts, told, faults, otherWire, history } = on
    const problems: string[] = []
    const wrong = (what: string) => problems.push(what)
    const did = (...names: string[]) => acts.some(({ act }) => names.includes(act))
    if (faults.length > 0) wrong(`a fault of our own: ${faults.map((one) => (one as Error).stack ?? one).join()}`)
    if (otherWire.log.some(({ operation }) => !/^(get|list|verify)/.test(operation)))
      wrong('another service was written to')
    const open = on.process().runs.ofService('a')
    if (open.some(({ waits }) => !waits)) wrong('something is under way without a word of what it waits for')
    if (open.some(({ waits }) => waits && waits.for !== 'person'))
      wrong(`it never came to its end: ${open[0]?.waits?.why}`)
    const isWaiting = open.length > 0
    const [first] = world.begun
    // A request that was cut may arrive at any time.
    const isLate = history.faults.some(({ fault }) => fault === 'late')
    const again = did('personAsksAgain') ? 2 : 1
    for (const name of NAMES) {
      const count = made(world).filter((scene) => scene.name === name).length
      if (count > again) wrong(`${name} was made ${count} times`)
    }
    if (!isLate && again === 1 && made(world).some(({ madeIn }) => madeIn !== first))
      wrong('something was made in another broadcast than it was asked for')
    const byHand = did('personSwitchesOff', 'personSwitchesOn', 'otherHandSwitchesOn', 'otherHandPrepares')
    const inParts = world.aired.filter((sight) => sight.some((one) => SEEN.includes(one)))
    if (!byHand && !isLate && again === 1 && inParts.length > 1) wrong('viewers saw it in parts')
    const wish = on.answers.flatMap(switchedTo)[0]
    const isLastWord = wish !== undefined && !isWaiting && again === 1 && !did('personEndsIt')
    if (isLastWord && !isLied(on) && world.autoSync !== wish) wrong('auto-sync is not as a person switched it')
    if (!byHand && !isWaiting && !world.autoSync) wrong('auto-sync stays off')
    if (world.isPrepared && world.aired.flat().includes(OTHERS)) wrong('what another hand prepares was synced')
    for (const one of told) for (const problem of untrue(one, on)) wrong(problem)
    const isPlain = history.faults.length === 0 && !history.act && !history.disk
    if (isPlain && inParts[0]?.length !== NAMES.length) wrong('nothing befell it, and viewers do not see it')
    return problems
  },
}

const switchedTo = (outcome: Outcome): boolean[] =>
  outcome.result === 'done' && outcome.done.what === 'autoSync' ? [outcome.done.on] : []

/** The service confirmed the user's auto-sync setting, but did not apply it. */
const isLied = ({ history }: Stage) => history.faults.some(({ fault }) => fault === 'otherwise')

/** Reports that were not true at that moment. */
function untrue({ outcome, operation, source, aired, autoSync }: Told, on: Stage): string[] {
  if (operation !== 'quietEdit' && source !== 'core') return []
  if (outcome.result === 'done') {
    const { synced, about } = outcome.done as { synced?: boolean; about?: string }
    const count = Number(/\d+/.exec(about ?? '')?.[0])
    const seen = aired.filter((one) => SEEN.includes(one)).length
    const isByHand = on.acts.some(({ act }) => /person|otherHand/.test(act))
    if (synced && seen < count) return [`told as seen: ${count}, and viewers saw ${seen}`]
    return !autoSync && !isByHand && /on again/.test(about ?? '')
      ? ['told that auto-sync is on again, and it is off']
      : []
  }
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'edit') return []
  const { message } = outcome.refusal
  const mayBeSwitched = on.acts.some(({ act }) => /Switches|Prepares|AsksAgain|EndsIt/.test(act))
  const isLate = on.history.faults.some(({ fault }) => fault === 'late')
  if (/was switched (on|by hand) meanwhile/.test(message) && !mayBeSwitched && !isLate)
    return ['told that somebody switched auto-sync, and nobody did']
  const isFirst = on.told[0]?.outcome === outcome
  if (/Nothing was changed/.test(message) && isFirst && made(on.world).length > 0 && !on.acts.length)
    return ['told that nothing changed, and something was made']
  if (/auto-sync is on again/.test(message) && !autoSync && !on.acts.length)
    return ['told that auto-sync is on again, and it is off']
  return []
}
