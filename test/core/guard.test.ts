/** One guard for every input: what each source may do in each state, tested through the dispatcher. */
import { describe, expect, test } from 'vitest'
import {
  type CommandInput,
  type CommandName,
  commands,
  PERSONAL_SOURCES,
  SOURCES,
} from '../../shared/commands/commands.ts'
import { rightCommands } from '../harm/fuzz/commands.ts'
import { arming, liveId, onAir, START, STOP, type Stage, stage, stageOnAir } from './stage.ts'

/** A valid command for each row that limits reach or sender, as the user would send it now. */
function pressed({ rig }: Stage, isAsked: (row: object, name: CommandName) => boolean): CommandInput[] {
  const { id: projectId, live, scenes } = rig.show()
  const right = rightCommands({ projectId, liveId: live?.liveId ?? 'l', sceneId: scenes?.[1]?.id ?? '' })
  const names = (Object.keys(commands) as CommandName[]).filter((name) => isAsked(commands[name], name))
  return names.map((name) => right[name])
}
const reachesAir = (row: object) => 'reach' in row && row.reach === 'air'

const writes = ({ server }: Stage) => server.requests.filter((one) => one.method !== 'GET').map((one) => one.path)

describe('the padlock', () => {
  test('refuses every command that reaches the air, from every source, and sends nothing', async () => {
    const on = await stageOnAir()
    await on.rig.press({ type: 'setPadlock', locked: true })
    const before = writes(on).length
    const padlocked = { refusal: { reason: 'padlocked' } }
    for (const source of SOURCES)
      for (const command of pressed(on, reachesAir))
        expect(await on.rig.press(command, source), `${source} ${command.type}`).toMatchObject(padlocked)
    expect(writes(on)).toHaveLength(before)
  })

  test.each(SOURCES.map((source) => [source, ['panel', 'window', 'tray'].includes(source)] as const))(
    '%s may open it: %s',
    async (source, may) => {
      const on = await stage()
      // Whether a pairing or a phone may close it depends on its scope, and an agent may not.
      await on.rig.press(
        { type: 'setPadlock', locked: true },
        ['pairing', 'phone', 'agent'].includes(source) ? 'panel' : source,
      )
      await on.rig.press({ type: 'setPadlock', locked: false }, source)
      expect(on.rig.state().padlock.locked).toBe(!may)
    },
  )

  test('takes an edit of a project that is off, and none once another client has put it on air', async () => {
    const on = await stage({ preparingMs: 0 })
    const [projectId = ''] = on.server.content.otherProjects
    await on.rig.press({ type: 'refresh', projectId })
    await on.rig.press({ type: 'setPadlock', locked: true })
    const edit = { type: 'edit', operation: 'createScene', input: { projectId, name: 'Later' } } as const
    expect(await on.rig.press(edit)).toMatchObject({ result: 'done' })
    await on.rig.pass(20 * 60_000)
    expect(await on.rig.press(edit)).toMatchObject({ result: 'done' })
    on.server.control.startElsewhere(projectId)
    on.server.control.setAutoSynch(projectId, true)
    await on.rig.pass(5_001)
    expect(await on.rig.press(edit)).toMatchObject({ refusal: { reason: 'padlocked' } })
  })

  test('keeps an edit from a show whose auto-sync another client has switched on since', async () => {
    const on = await stageOnAir()
    const projectId = on.rig.show().id
    expect(await on.rig.press({ type: 'setAutoSync', liveId: liveId(on.rig), on: false })).toMatchObject({
      result: 'done',
    })
    await on.rig.pass(5_000)
    await on.rig.press({ type: 'setPadlock', locked: true })
    const edit = { type: 'edit', operation: 'createScene', input: { projectId, name: 'Later' } } as const
    expect(await on.rig.press(edit)).toMatchObject({ result: 'done' })
    on.server.control.setAutoSynch(projectId, true)
    await on.rig.pass(5_001)
    expect(await on.rig.press(edit)).toMatchObject({ refusal: { reason: 'padlocked' } })
  })

  test('an edit that is being judged does not overwrite a newer one', async () => {
    const on = await stageOnAir()
    const projectId = on.rig.show().id
    await on.rig.press({ type: 'setAutoSync', liveId: liveId(on.rig), on: false })
    await on.rig.pass(6_000)
    await on.rig.press({ type: 'setPadlock', locked: true })
    on.server.faults.add({
      kind: 'slow',
      ms: 8_000,
      when: 'after',
      match: { method: 'GET', path: /\/projects\/[^/]+$/ },
    })
    const titled = (title: string) =>
      on.rig.press({ type: 'edit', operation: 'updateProject', input: { projectId, title } })
    const older = titled('A')
    await on.rig.pass(1_000)
    await on.rig.press({ type: 'setPadlock', locked: false })
    const newer = titled('B')
    await on.rig.pass(20_000)
    expect(await newer).toMatchObject({ result: 'done' })
    await older
    const { value } = await on.rig.core.query('getProject', { projectId }, true)
    expect(value.title).toBe('B')
  })

  test('drops the arm when it closes', async () => {
    const on = await stage()
    const { armId } = await arming(on, { type: 'armGoLive' }, 'hotkey')
    await on.rig.press({ type: 'setPadlock', locked: true })
    await on.rig.press({ type: 'setPadlock', locked: false })
    on.rig.clock.advance(500)
    const outcome = await on.rig.press({ type: 'commitGoLive', armId }, 'hotkey')
    expect(outcome).toMatchObject({ refusal: { reason: 'noArm' } })
  })
})

test('a link may only arm, and an agent not even that, but propose', async () => {
  const on = await stageOnAir()
  const before = writes(on).length
  for (const command of pressed(on, reachesAir)) {
    expect(await on.rig.press(command, 'agent')).toMatchObject({ refusal: { reason: 'proposeOnly' } })
    if (command.type === 'armStop' || command.type === 'armGoLive') continue
    expect(await on.rig.press(command, 'link')).toMatchObject({ refusal: { reason: 'armOnly' } })
  }
  const armed = await on.rig.press({ type: 'armStop', liveId: liveId(on.rig) }, 'link')
  expect(armed).toMatchObject({ result: 'armed' })
  expect(writes(on)).toHaveLength(before)
})

describe('stopping takes two steps, checked in the core', () => {
  test('sends nothing without an arm, with an invented one, too early, too late or twice', async () => {
    const on = await stage()
    const live = await onAir(on)
    const commit = (armId: string) => on.rig.press({ type: 'commitStop', armId })
    const arm = async () => (await arming(on, { type: 'armStop', liveId: live, mode: 'hold' })).armId
    expect(await commit('made up')).toMatchObject({ refusal: { reason: 'noArm' } })
    const early = await arm()
    on.rig.clock.advance(1_499)
    expect(await commit(early)).toMatchObject({ refusal: { reason: 'tooSoon' } })
    const late = await arm()
    on.rig.clock.advance(3_100)
    expect(await commit(late)).toMatchObject({ result: 'refused' })
    const cancelled = await arm()
    await on.rig.press({ type: 'cancelArm', armId: cancelled })
    on.rig.clock.advance(1_600)
    expect(await commit(cancelled)).toMatchObject({ refusal: { reason: 'noArm' } })
    expect(on.stops()).toBe(0)

    const good = await arm()
    on.rig.clock.advance(1_600)
    const [first, second] = await Promise.all([commit(good), commit(good)])
    expect([first.result, second.result]).toEqual(['done', 'refused'])
    expect(on.stops()).toBe(1)
  })

  test('refuses an arm for another broadcast than the one on air at once', async () => {
    const on = await stageOnAir()
    const outcome = await on.rig.press({ type: 'armStop', liveId: 'another' })
    expect(outcome).toMatchObject({ refusal: { reason: 'otherLive', meant: 'another' } })
  })
})

describe('going live', () => {
  test('by hotkey takes two presses, and shows project and destinations', async () => {
    const on = await stage()
    for (const source of ['hotkey', 'midi'] as const)
      expect(await on.rig.press({ type: 'goLive' }, source)).toMatchObject({ refusal: { reason: 'armFirst' } })
    const { armId, ...armed } = await arming(on, { type: 'armGoLive' }, 'hotkey')
    expect(armed).toMatchObject({ projectName: 'Evening Show', act: 'goLive' })
    expect(armed.destinations.length).toBeGreaterThan(1)
    const commit = () => on.rig.press({ type: 'commitGoLive', armId }, 'hotkey')
    on.rig.clock.advance(100)
    expect(await commit()).toMatchObject({ refusal: { reason: 'tooSoon' } })
    on.rig.clock.advance(500)
    expect(await commit()).toMatchObject({ result: 'done' })
    expect(on.starts()).toBe(1)
  })

  test('requested in two places at once starts once', async () => {
    const on = await stage()
    const sources = ['panel', 'tray', 'cli'] as const
    const outcomes = await Promise.all(sources.map((source) => on.rig.press({ type: 'goLive' }, source)))
    expect(outcomes.map((one) => one.result).sort()).toEqual(['done', 'refused', 'refused'])
    expect(on.starts()).toBe(1)
  })

  test('while the project runs is refused without a request', async () => {
    const on = await stageOnAir()
    expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'alreadyLive' } })
    expect(on.starts()).toBe(1)
  })

  test('with a known fault asks the user first, and starts once confirmed', async () => {
    const on = await stage()
    on.server.control.expireDestination(on.server.content.destinations.facebook)
    await on.rig.press({ type: 'checkDestinations' })
    const refused = await on.rig.press({ type: 'goLive' })
    expect(refused).toMatchObject({ refusal: { reason: 'faults', faults: [{ fault: 'destination' }] } })
    expect(on.starts()).toBe(0)
    const sent = await on.rig.press({ type: 'goLive', despiteFaults: true })
    expect(sent).toMatchObject({ result: 'failed', failure: { code: 'DESTINATION_TOKEN_INVALID' } })
    expect(on.starts()).toBe(1)
  })

  test('is refused if what is on air cannot be read', async () => {
    const on = await stage()
    await on.server.control.goDown()
    await on.rig.pass(120_000)
    const pressed = on.rig.press({ type: 'goLive' })
    await on.rig.pass(15_000)
    expect(await pressed).toMatchObject({ refusal: { reason: 'notKnown' } })
    await on.server.control.comeBack()
    expect(on.server.count('POST', START)).toBe(0)
  })
})

test('the show target cannot be changed while it is on air', async () => {
  const on = await stageOnAir()
  const other = on.server.content.otherProjects[0] ?? ''
  const outcome = await on.rig.press({ type: 'chooseTarget', projectId: other })
  expect(outcome).toMatchObject({ refusal: { reason: 'targetLocked', projectName: 'Evening Show' } })
  expect(on.rig.show().name).toBe('Evening Show')
})

test('a repeated command is recognized even after a thousand refused ones', async () => {
  const on = await stage()
  const first = await on.rig.press({ type: 'goLive' }, 'panel', 'one')
  for (let press = 0; press < 1_200; press += 1) await on.rig.press({ type: 'goLive' }, 'panel', `flood ${press}`)
  await on.server.control.stopElsewhere(on.server.content.project)
  await on.rig.pass(1_000)
  await on.rig.press({ type: 'refresh' })
  expect(await on.rig.press({ type: 'goLive' }, 'panel', 'one')).toEqual(first)
  expect(on.starts()).toBe(1)
})

const TYPED = [
  'setOpeningScene',
  'rehearseMacro',
  'setFault',
  'clearFault',
  'clearFaults',
  'playScenario',
  'stopScenario',
  'rehearseAs',
  'setPreparing',
  'addServer',
  'changeServer',
  'removeServer',
  'endSessions',
  'createPairing',
  'armPairing',
  'endPairings',
  'setPhones',
  'pairPhone',
  'answerPhone',
]

test('a command reserved for the user is refused from every other source', async () => {
  const on = await stage()
  const personal = pressed(on, (row) => 'person' in row)
  expect(personal.length).toBeGreaterThan(20)
  for (const source of SOURCES.filter((one) => !PERSONAL_SOURCES.includes(one)))
    for (const command of personal) {
      const outcome = await on.rig.press(command, source)
      // A phone without a scope may only look.
      const reason = source === 'phone' ? expect.stringMatching(/notFromPhone|outOfScope/) : 'personOnly'
      const refused = { refusal: { reason } }
      if (source !== 'cli' || !TYPED.includes(command.type))
        expect(outcome, `${source} ${command.type}`).toMatchObject(refused)
      else expect(outcome, `${source} ${command.type}`).not.toMatchObject(refused)
    }
})

test.each([
  [{ type: 'nonsense' }, 'type'],
  [{ type: '__proto__' }, 'type'],
  [null, 'type'],
  ['goLive', 'type'],
  [{ type: 'goLive', projectId: 7 }, 'projectId'],
  [{ type: 'goLive', despiteFaults: 'yes' }, 'despiteFaults'],
  [{ type: 'goLive', extra: true }, 'extra'],
  [{ type: 'switchScene', liveId: null }, 'sceneId'],
  [{ type: 'armStop', liveId: 'l', mode: 'now' }, 'mode'],
  [{ type: 'setPadlock', locked: 1 }, 'locked'],
  [{ type: 'chooseTarget', projectId: 'x'.repeat(201) }, 'projectId'],
] as [unknown, string][])('an invalid command is refused with its field named: %j', async (command, field) => {
  const on = await stage()
  const outcome = await on.rig.press(command as CommandInput)
  expect(outcome).toMatchObject({ result: 'refused', refusal: { reason: 'invalid', field } })
  expect(writes(on).filter((path) => START.test(path) || STOP.test(path))).toEqual([])
})

const DESKTOP = [
  ...['showWindow', 'setHotkey', 'resetHotkeys', 'recordHotkeys', 'testHotkeys', 'setDesktop'],
  ...['installCommand', 'checkForUpdate', 'installUpdate'],
]

test('a command that needs the desktop is refused without one', async () => {
  const on = await stage()
  for (const command of pressed(on, (_, name) => DESKTOP.includes(name)))
    expect(await on.rig.press(command), command.type).toEqual({ result: 'refused', refusal: { reason: 'notHere' } })
  expect(on.rig.core.settings.get().desktop.overlay).toBe(true)
})
