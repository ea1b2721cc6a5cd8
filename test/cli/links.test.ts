/** Deep links: how one is parsed, what it can do, and what it never can. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dispatchAs } from '../../electron/app/dispatch.ts'
import { createLinks } from '../../electron/app/links.ts'
import { openDeepLink } from '../../electron/core/bridge/clientSession.ts'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectProgram } from '../../electron/core/bridge/socketClient.ts'
import { guard } from '../../electron/core/commands/guard.ts'
import { firstState } from '../../electron/core/state/initialState.ts'
import { parseCommand } from '../../shared/commands/commands.ts'
import { LONGEST_DEEP_LINK, linkCommand, readDeepLink } from '../../shared/intents/deepLinks.ts'
import { type AppState, type LiveState, type ProjectState, unreadProject } from '../../shared/state.ts'
import { LINK_PROBLEMS } from '../../shared/words/cli/programs.ts'
import { ACTIVATE, liveId, onAir, SYNC, stage, stageOnAir } from '../core/stage.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { type Rig, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { desk } from './kit.ts'

describe('is parsed', () => {
  const seen = { projectId: 'p', liveId: 'live1' }
  const goLive = { type: 'armGoLive', projectId: 'p', mode: 'menu' }
  const stop = { type: 'armStop', ...seen, mode: 'menu' }
  const live = { status: 'LIVE', liveId: 'live1' } as LiveState
  const scenes = [{ id: 's', name: 'Break', isActive: true }]
  const named = (name: string): AppState => {
    const project: ProjectState = { ...unreadProject('p', name), live, scenes }
    return { ...firstState('1'), targetId: 'p', projects: { p: project } }
  }
  test.each([
    ['cuelight://go-live', goLive],
    ['cuelight://go-live/', goLive],
    ['CUELIGHT://Go-Live', goLive],
    ['cuelight://stop', stop],
    ['cuelight://stop?project=Friday%20Night', stop],
    ['cuelight://stop/?project=A%26B%3D%2B+%C3%A9', stop, 'A&B=++é'],
    ['cuelight://show', { type: 'showWindow' }],
    ['cuelight://scene?name=Break', { type: 'switchScene', ...seen, sceneId: 's' }],
    ['cuelight://auto-sync?to=off', { type: 'setAutoSync', ...seen, on: false }],
    ['cuelight://stop?project=Saturday', { reason: 'unknownProject', about: expect.stringContaining('"Saturday"') }],
    ['cuelight://scene?name=Talk', { reason: 'noScene', about: expect.stringContaining('"Talk"') }],
  ] as [string, object, string?][])('%s', (text, command, name = 'Friday Night') =>
    expect(linkCommand(text, named(name))).toEqual(command),
  )

  test.each([
    [undefined, 'notText'],
    [{ url: 'cuelight://stop' }, 'notText'],
    ['', 'otherScheme'],
    ['https://go-live', 'otherScheme'],
    ['javascript:cuelight://stop', 'otherScheme'],
    ['cuelights://stop', 'otherScheme'],
    ['cuelight:stop', 'otherForm'],
    ['cuelight://', 'otherForm'],
    ['cuelight://user:word@stop', 'otherForm'],
    ['cuelight://user@stop', 'otherForm'],
    ['cuelight://stop:80', 'otherForm'],
    ['cuelight://stop/now', 'otherForm'],
    ['cuelight://stop/../go-live', 'otherForm'],
    ['cuelight://stop%2Fnow', 'otherForm'],
    ['cuelight://stop#now', 'otherForm'],
    ['cuelight://stop?project', 'otherForm'],
    ['cuelight://stop?project=', 'otherForm'],
    ['cuelight://stop?project=a&', 'otherForm'],
    ['cuelight://stop?project=a=b', 'otherForm'],
    ['cuelight://stop?__proto__=x', 'otherForm'],
    ['cuelight://stop?project=a&project=b', 'repeated'],
    ['cuelight://stop?project=a%2Fb', 'oddCharacters'],
    ['cuelight://stop?project=a%5Cb', 'oddCharacters'],
    ['cuelight://stop?project=a%00', 'oddCharacters'],
    ['cuelight://stop?project=a%0Ab', 'oddCharacters'],
    ['cuelight://stop?project=%E2%80%AEb', 'oddCharacters'],
    ['cuelight://stop?project=%', 'oddCharacters'],
    ['cuelight://stop?project=%FF', 'oddCharacters'],
    ['cuelight://stop\n', 'oddCharacters'],
    ['cuelight://stop --inspect', 'oddCharacters'],
    ['cuelight://stöp', 'oddCharacters'],
    ['cuelight://stop?confirm=yes', 'unknownParameter'],
    ['cuelight://stop?despitefaults=1', 'unknownParameter'],
    ['cuelight://show?project=a', 'unknownParameter'],
    ['cuelight://scene', 'missingParameter'],
    ['cuelight://auto-sync?to=maybe', 'missingParameter'],
    ['cuelight://quit', 'unknownVerb'],
    ['cuelight://padlock', 'unknownVerb'],
    ['cuelight://target', 'unknownVerb'],
    ['cuelight://constructor', 'unknownVerb'],
    [`cuelight://stop?project=${'a'.repeat(LONGEST_DEEP_LINK)}`, 'tooLong'],
  ] as const)('%j is refused: %s', (text, problem) =>
    expect(readDeepLink(text)).toEqual({ refused: LINK_PROBLEMS[problem] }),
  )
})

const value = fc.oneof(
  fc.string(),
  fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
)
const pair = fc
  .tuple(fc.constantFrom('project', 'name', 'to', 'liveid', '__proto__'), value)
  .map((two) => two.join('='))
/** Texts that are nearly links, and anything else. */
const anyLink = fc.oneof(
  fc.anything(),
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => `cuelight://${text}`),
  fc
    .tuple(
      fc.constantFrom('go-live', 'stop', 'show', 'sync', 'scene', 'next', 'previous', 'back', 'auto-sync', 'quit'),
      fc.constantFrom('', '/', '/?', '?', '#', '@'),
      fc.array(pair, { maxLength: 3 }),
    )
    .map(([verb, between, pairs]) => `cuelight://${verb}${between}${pairs.join('&')}`),
  fc.constantFrom('cuelight://auto-sync?to=on', 'cuelight://scene?name=Talk', 'cuelight://scene?name=2'),
)

test('any input is parsed without throwing, and its command arms, shows, or is refused', async () => {
  const on = await stageOnAir({ preparingMs: 0 })
  let reached = 0
  fc.assert(
    fc.property(anyLink, (text) => {
      const meant = linkCommand(text, on.rig.state())
      if ('reason' in meant) return
      reached += 1
      const parsed = parseCommand(meant)
      if ('invalid' in parsed) throw new Error(`${parsed.invalid.field}: ${parsed.invalid.message}`)
      const { command } = parsed
      if (command.type === 'armGoLive' || command.type === 'armStop') expect(command.mode).toBe('menu')
      else if (command.type !== 'showWindow')
        expect(guard(command, { source: 'link' }, on.rig.state(), 0)?.reason).toBe('armOnly')
    }),
    { numRuns: 5_000 },
  )
  expect(reached).toBeGreaterThan(100)
})

describe('is opened', () => {
  test('stop arms what is on air now, and the user confirms it elsewhere', async () => {
    const on = await stage({ preparingMs: 0 })
    const live = await onAir(on)
    const outcome = await openDeepLink(on.rig.core, 'a', 'cuelight://stop')
    expect(outcome).toMatchObject({ result: 'armed', arm: { act: 'stop', liveId: live, mode: 'menu' } })
    await on.rig.pass(5_000)
    expect(on.stops()).toBe(0)
    const armId = on.rig.state().arm?.armId ?? ''
    const commit = { type: 'commitStop', armId } as const
    expect(await on.rig.press(commit, 'link')).toMatchObject({ refusal: { reason: 'armOnly' } })
    expect(await on.rig.press(commit, 'tray')).toMatchObject({ result: 'done' })
    expect(on.stops()).toBe(1)
  })

  test('go-live arms and does no more', async () => {
    const on = await stage()
    const outcome = await openDeepLink(on.rig.core, 'a', 'cuelight://go-live?project=evening%20show')
    expect(outcome).toMatchObject({ result: 'armed', arm: { act: 'goLive', projectName: 'Evening Show' } })
    await on.rig.pass(11_000)
    expect([on.starts(), on.rig.state().arm]).toEqual([0, null])
  })

  test('everything else that reaches viewers is refused by the guard, with a message', async () => {
    const on = await stageOnAir({ preparingMs: 0 })
    for (const what of ['sync', 'scene?name=Talk', 'next', 'previous', 'back', 'auto-sync?to=on']) {
      const outcome = await openDeepLink(on.rig.core, what, `cuelight://${what}`)
      expect(outcome, what).toEqual({ result: 'refused', refusal: { reason: 'armOnly' } })
      expect(on.rig.state().journal.at(-1), what).toMatchObject({ source: 'link', outcome })
    }
    expect([on.server.count('POST', SYNC), on.server.count('POST', ACTIVATE)]).toEqual([0, 0])
  })

  test('the closed padlock, an unknown project and nothing on air are each reported', async () => {
    const on = await stage()
    const open = (text: string) => openDeepLink(on.rig.core, text, text)
    expect(await open('cuelight://stop')).toMatchObject({ refusal: { reason: 'notLive' } })
    expect(await open('cuelight://stop?project=Nobody')).toMatchObject({ refusal: { reason: 'unknownProject' } })
    await on.rig.press({ type: 'setPadlock', locked: true })
    expect(await open('cuelight://go-live')).toMatchObject({ refusal: { reason: 'padlocked' } })
  })

  test('over the socket it counts as a link, although programs may do more', async () => {
    const on = await desk({ preparingMs: 0 })
    await onAir(on)
    const client = await connectProgram(socketPath(on.rig.dataDir), on.rig.clock)
    closing({ close: async () => client.close() })
    expect(await client.open('cuelight://stop')).toMatchObject({ result: 'armed' })
    expect(await client.open('cuelight://sync')).toMatchObject({ refusal: { reason: 'armOnly' } })
    expect(await client.open('https://stop')).toMatchObject({ refusal: { reason: 'invalid', field: 'link' } })
    const fromLinks = on.rig.state().journal.filter(({ source }) => source === 'link')
    expect(fromLinks.map(({ outcome }) => outcome?.result)).toEqual(['armed', 'refused'])
    expect([on.stops(), on.server.count('POST', SYNC)]).toEqual([0, 0])
  })
})

describe('in the desktop app', () => {
  const linksOf = ({ core, clock }: Rig, more: Partial<Parameters<typeof createLinks>[0]> = {}) =>
    createLinks({ core, clock, act: dispatchAs(core, 'link'), show() {}, ...more })

  async function door() {
    const clock = new VirtualClock()
    const server = closing(await startIndependentServer({ clock, preparingMs: 0 }))
    const rig = closing(await startRig({ service: server, clock }))
    const shown: number[] = []
    return { rig, server, links: linksOf(rig, { show: () => shown.push(clock.now()) }), shown }
  }

  test('one that starts the app waits for the first read, then arms in a visible window', async () => {
    const { rig, links, shown, server } = await door()
    expect(rig.state().targetId).toBeNull()
    const outcomes: unknown[] = []
    void links.open('cuelight://go-live').then((one) => outcomes.push(one))
    await rig.until(() => outcomes.length > 0, 'an outcome')
    expect(outcomes[0]).toMatchObject({ result: 'armed', arm: { act: 'goLive', mode: 'menu' } })
    expect([shown.length, server.count('POST', /\/live$/)]).toEqual([1, 0])
  })

  test('waits no longer than a user would, and is then refused', async () => {
    const { rig, links, server } = await door()
    server.faults.add({ kind: 'hang' })
    server.faults.add({ kind: 'hang' })
    const opened = links.open('cuelight://stop')
    rig.clock.advance(10_000)
    expect(await opened).toMatchObject({ result: 'refused' })
  })

  test('an invalid one opens no window', async () => {
    const { links, shown } = await door()
    expect(await links.open('cuelight://stop?confirm=yes')).toMatchObject({ refusal: { reason: 'invalid' } })
    expect(shown).toEqual([])
  })

  test('show opens the window, through the same command', async () => {
    const { rig, links } = await door()
    const shown: string[] = []
    rig.core.provide({ desktop: { show: (window: string) => shown.push(window) } as never })
    expect(await links.open('cuelight://show')).toMatchObject({ result: 'done' })
    expect(shown).toEqual(['main'])
  })

  test('the broadcast it arms is the one that runs when it is opened', async () => {
    const on = await stage({ preparingMs: 0 })
    const first = await onAir(on)
    on.server.control.stopElsewhere(on.server.content.project)
    on.server.control.startElsewhere(on.server.content.project)
    await on.rig.pass(1_000)
    await on.rig.press({ type: 'refresh' })
    expect(liveId(on.rig)).not.toBe(first)
    const links = linksOf(on.rig)
    expect(await links.open('cuelight://stop')).toMatchObject({ arm: { liveId: liveId(on.rig) } })
  })

  test('a refused one shows the reason on the screen; one of another scheme shows nothing there', async () => {
    const on = await stage()
    const said: unknown[] = []
    const links = linksOf(on.rig, { refused: (outcome) => said.push(outcome) })
    const refusals = [await links.open('cuelight://stop'), await links.open('cuelight://go-live?project=Nobody')]
    expect(refusals).toMatchObject([{ result: 'refused' }, { result: 'refused' }])
    await links.open('cuelight://nuke')
    await links.open('cuelight://go-live')
    expect(said).toEqual(refusals)
  })
})
