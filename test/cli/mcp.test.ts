/** An agent by MCP, with the SDK's own client: it reads everything and changes only what viewers cannot see. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { createAgentLink } from '../../electron/cli/mcp/link.ts'
import { createAgentServer } from '../../electron/cli/mcp/mcp.ts'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectProgram } from '../../electron/core/bridge/socketClient.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { Source } from '../../shared/commands/commands.ts'
import { EDIT_NAMES, QUERY_NAMES } from '../../shared/contract/inputs.ts'
import { controlStateOf } from '../../shared/control/stateOf.ts'
import { LOCAL_QUERIES } from '../../shared/query/local.ts'
import { onAir } from '../core/stage.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { newDir } from '../support/folders.ts'
import { desk } from './kit.ts'

/** The SDK's client beside a core that has read a show. */
async function agent(options: Parameters<typeof desk>[0] = {}) {
  const on = await desk(options)
  const { clock, dataDir } = on.rig
  const path = socketPath(dataDir)
  const first = await connectProgram(path, clock)
  const link = createAgentLink({ path, clock, client: first }, 'Helper')
  atEnd(() => link.close())
  await link.client()
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await createAgentServer({ clock }, link).connect(ours)
  const client = closing(new Client({ name: 'test', version: '1' }))
  await client.connect(theirs)
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { structuredContent, isError, content } = await on.whole(client.callTool({ name, arguments: args }))
    const [text] = content as { text: string }[]
    return { value: structuredContent as Record<string, unknown> | undefined, isError: isError ?? false, text }
  }
  const writes = () => on.server.requests.filter(({ method }) => method !== 'GET').length
  return { ...on, client, call, writes, first, path }
}

test('every query and edit is a tool with its schemas; what reads says so', async () => {
  const { client } = await agent()
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names.toSorted()).toEqual(
    [...QUERY_NAMES, ...LOCAL_QUERIES, ...EDIT_NAMES, 'propose', 'proposal'].toSorted(),
  )
  for (const tool of tools) {
    expect(tool.description).toMatch(/\w+\.$/)
    expect([tool.name, tool.inputSchema.type, tool.outputSchema?.type]).toEqual([tool.name, 'object', 'object'])
    const isQuery = [...QUERY_NAMES, ...LOCAL_QUERIES, 'proposal'].some((name) => name === tool.name)
    expect([tool.name, tool.annotations?.readOnlyHint === true]).toEqual([tool.name, isQuery])
  }
})

test('reads the show target unless it names a project, with the age of the reading', async () => {
  const on = await agent()
  const read = await on.call('listScenes')
  expect(read).toMatchObject({ isError: false, value: { readAt: expect.any(Number) } })
  expect(read.value?.value).toMatchObject({ scenes: on.rig.show().scenes?.map(({ id, name }) => ({ id, name })) })
  for (const name of [
    'getProject',
    'getLive',
    'listFiles',
    'getAccount',
    'listDestinations',
    'openWork',
    'lastShows',
  ])
    expect([name, (await on.call(name)).isError]).toEqual([name, false])
  expect(await on.call('getFile', { fileId: 'none' })).toMatchObject({ isError: true })
  const state = await on.client.readResource({ uri: 'cuelight://state' })
  expect(JSON.parse((state.contents[0] as { text: string }).text)).toMatchObject({ tally: 'off' })
})

test('edits what nobody sees, under its own name in the journal', async () => {
  const on = await agent()
  const [scene] = on.rig.show().scenes ?? []
  expect(await on.call('updateScene', { sceneId: scene?.id, name: 'Renamed' })).toMatchObject({
    isError: false,
    value: { result: 'done' },
  })
  expect(on.rig.state().journal.at(-1)).toMatchObject({ source: 'agent', by: 'Helper', what: { command: 'edit' } })
  expect(await on.call('createScene', { name: 'New' })).toMatchObject({ value: { result: 'done' } })
})

test('what viewers could see is refused in words, and nothing is sent', async () => {
  const on = await agent({ autoSynch: true })
  await onAir(on)
  await on.rig.press({ type: 'refresh' })
  const before = on.writes()
  const { id: projectId, scenes } = on.rig.show()
  const tomorrow = new Date(on.rig.clock.now() + 86_400_000).toISOString()
  const asked: [string, Record<string, unknown>][] = [
    ['createScene', { name: 'Seen at once' }],
    ['deleteScene', { sceneId: scenes?.[1]?.id }],
    ['updateProject', { title: 'Seen' }],
    ['updateProject', { autoSync: false }],
    ['updateProject', { projectId, duration: { manual: false, planned: 600 } }],
    ['scheduleLive', { dates: [tomorrow] }],
    ['cancelSchedules', {}],
  ]
  for (const [name, args] of asked) {
    const { isError, value } = await on.call(name, args)
    expect([name, isError, value?.result]).toEqual([name, true, 'refused'])
    expect(value?.sentence).toBe('Viewers could see it: propose it, and a person decides.')
  }
  expect(on.writes()).toBe(before)
})

test('with auto-sync off it prepares content while on air, but neither turns it on nor changes the end', async () => {
  const on = await agent()
  await onAir(on)
  await on.rig.press({ type: 'refresh' })
  expect(on.rig.show().settings?.autoSync).toBe(false)
  expect(await on.call('createScene', { name: 'For later' })).toMatchObject({ value: { result: 'done' } })
  const before = on.writes()
  for (const part of [{ autoSync: true }, { duration: { manual: true } }, { title: 'Other' }])
    expect(await on.call('updateProject', part)).toMatchObject({ value: { result: 'refused' } })
  await on.rig.press({ type: 'setAutoSync', on: true, liveId: on.rig.show().live?.liveId ?? null })
  expect(await on.call('createScene', { name: 'Now' })).toMatchObject({ value: { result: 'refused' } })
  expect(on.writes()).toBe(before + 1)
})

test('what is on air is read right before an edit: auto-sync may be on since, or the show may have begun', async () => {
  const on = await agent()
  await onAir(on)
  await on.rig.press({ type: 'refresh' })
  expect(await on.call('createScene', { name: 'For later' })).toMatchObject({ value: { result: 'done' } })
  on.server.control.setAutoSynch(on.server.content.project, true)
  const before = on.writes()
  expect(await on.call('createScene', { name: 'Now' })).toMatchObject({
    value: { result: 'refused', sentence: 'Viewers could see it: propose it, and a person decides.' },
  })
  expect(on.writes()).toBe(before)
})

test('a proposed edit is shown with every field, by name and without what deceives, or not at all', async () => {
  const on = await agent({ autoSynch: true })
  await onAir(on)
  await on.rig.press({ type: 'refresh' })
  const [, second] = on.rig.show().scenes ?? []
  const propose = (operation: string, input: Record<string, unknown>) =>
    on.call('propose', { action: { type: 'edit', operation, input }, why })
  const shown = async () => {
    const { arm } = on.rig.state()
    await on.rig.press({ type: 'cancelArm', armId: arm?.armId ?? '' })
    return arm?.proposed
  }
  await propose('deleteScene', { sceneId: second?.id })
  expect(await shown()).toMatchObject({
    about: 'Delete scene',
    fields: ['Project: Evening Show', `Scene: ${second?.name}`],
  })
  await propose('updateProject', { autoSync: true, duration: { manual: false, planned: 60 } })
  expect(await shown()).toMatchObject({
    fields: ['Project: Evening Show', 'Auto sync: yes', 'Duration, manual: no', 'Duration, planned: 60'],
  })
  await propose('createScene', { name: 'a\u202eb\nEvil line' })
  const { about, fields } = (await shown()) ?? {}
  expect([about, ...(fields ?? [])].join('')).not.toMatch(/[\u202e\n]/)
  const dates = Array.from({ length: 50 }, (_, day) => new Date(on.rig.clock.now() + (day + 1) * 3e7).toISOString())
  expect(await propose('scheduleLive', { dates })).toMatchObject({
    value: { state: 'refused', sentence: expect.stringContaining('more than a person can read') },
  })
  expect(await propose('deleteScene', { scene: 'none' })).toMatchObject({ value: { state: 'refused' } })
})

test('while a proposal waits, nothing that it is about is changed for an agent', async () => {
  const on = await agent()
  await onAir(on)
  const [, second] = on.rig.show().scenes ?? []
  await on.call('propose', { action: { type: 'switchScene', scene: second?.name }, why })
  const before = on.writes()
  expect(await on.call('updateScene', { sceneId: second?.id, name: 'Something else' })).toMatchObject({
    value: { result: 'refused', sentence: expect.stringContaining('still waits') },
  })
  expect(on.writes()).toBe(before)
})

test('a Cuelight that knows no agents gets nothing from one', async () => {
  const heard: string[] = []
  const old = createServer((socket) => {
    socket.on('data', (data) => {
      heard.push(String(data))
      socket.write(`${JSON.stringify({ type: 'invalid', id: null, field: 'type', message: 'unknown' })}\n`)
    })
  })
  const dataDir = newDir()
  const path = join(dataDir, 'old.sock')
  await new Promise<void>((resolve) => void old.listen(path, resolve))
  atEnd(() => void old.close())
  const client = await connectProgram(path, systemClock)
  const link = createAgentLink({ path, clock: systemClock, client }, 'Helper')
  atEnd(() => link.close())
  await expect(link.client()).rejects.toThrow()
  expect(heard.join('')).toBe(`${JSON.stringify({ type: 'agent', name: 'Helper' })}\n`)
})

test('a project that begins by itself is not changed', async () => {
  const on = await agent()
  const dates = [new Date(on.rig.clock.now() + 7_200_000).toISOString()]
  await on.whole(
    on.rig.press({ type: 'edit', operation: 'scheduleLive', input: { projectId: on.rig.show().id, dates } }),
  )
  await on.rig.until(() => on.rig.show().nextScheduleAt !== null, 'the date')
  expect(await on.call('createScene', { name: 'Unseen' })).toMatchObject({ value: { result: 'refused' } })
})

const why = 'The guest is late'

test('what viewers would see is proposed, allowed by a person alone, and read back', async () => {
  const on = await agent()
  await onAir(on)
  const [, second] = on.rig.show().scenes ?? []
  const proposed = await on.call('propose', { action: { type: 'switchScene', scene: second?.name }, why })
  expect(proposed).toMatchObject({ isError: false, value: { state: 'waits' } })
  const { arm } = on.rig.state()
  const about = `Switch scene: ${second?.name}`
  expect(arm).toMatchObject({ act: 'proposal', mode: 'proposed', proposed: { by: 'Helper', about, why } })
  const armId = arm?.armId ?? ''
  on.rig.clock.advance(1_000)
  const before = on.writes()
  // The agent itself, and what only pretends to be a person, cannot answer.
  for (const source of ['agent', 'cli', 'link', 'hotkey', 'pairing'] as const)
    expect(await on.rig.press({ type: 'allowProposal', armId }, source)).toMatchObject({
      refusal: { reason: 'personOnly' },
    })
  expect(await on.call('proposal', { id: armId })).toMatchObject({ value: { state: 'waits' } })
  expect(on.writes()).toBe(before)
  expect(await on.whole(on.rig.press({ type: 'allowProposal', armId }))).toMatchObject({
    done: { what: 'proposalAllowed', by: 'Helper' },
  })
  expect(on.rig.show().scenes?.find(({ isActive }) => isActive)?.id).toBe(second?.id)
  const read = await on.call('proposal', { id: armId })
  expect(read).toMatchObject({ value: { state: 'allowed', sentence: expect.stringContaining(second?.name ?? '') } })
  const [outer, inner] = on.rig.state().journal.slice(-2)
  expect([outer, inner]).toMatchObject([
    { what: { command: 'allowProposal' } },
    { source: 'panel', what: { command: 'switchScene' } },
  ])
})

test('what is refused, or not answered within a minute, is not done', async () => {
  const on = await agent()
  await onAir(on)
  const before = on.writes()
  const propose = () => on.call('propose', { action: { type: 'setAutoSync', on: true }, why })
  const { value } = await propose()
  expect(await propose()).toMatchObject({ isError: true, value: { state: 'refused' } })
  const armId = String(value?.id)
  await on.rig.press({ type: 'cancelArm', armId })
  expect(await on.call('proposal', { id: armId })).toMatchObject({
    value: { state: 'notAllowed', sentence: 'A person refused it.' },
  })
  const second = String((await propose()).value?.id)
  await on.rig.pass(60_500)
  expect(on.rig.state().arm).toBe(null)
  expect(await on.rig.press({ type: 'allowProposal', armId: second })).toMatchObject({ refusal: { reason: 'noArm' } })
  expect(await on.call('proposal', { id: second })).toMatchObject({ value: { state: 'notAllowed' } })
  expect(on.writes()).toBe(before)
})

test('one that was dropped does not wait behind another', async () => {
  const on = await agent()
  await onAir(on)
  const { value } = await on.call('propose', { action: { type: 'stop' }, why })
  await on.rig.press({ type: 'setPadlock', locked: true })
  await on.rig.press({ type: 'setPadlock', locked: false })
  const next = await on.call('propose', { action: { type: 'setAutoSync', on: true }, why })
  expect(next).toMatchObject({ value: { state: 'waits' } })
  expect(await on.call('proposal', { id: value?.id })).toMatchObject({ value: { state: 'notAllowed' } })
})

test('Stop is proposed for the broadcast on air, and a person takes the second step', async () => {
  const on = await agent()
  await onAir(on)
  const liveId = on.rig.show().live?.liveId ?? null
  const own = await on.rig.press({ type: 'armStop', liveId, mode: 'menu' }, 'tray')
  const ownId = own.result === 'armed' ? own.arm.armId : ''
  const { value } = await on.call('propose', { action: { type: 'stop' }, why })
  const armId = String(value?.id)
  // A person's own arm stays in sight.
  expect(on.rig.state().arm?.armId).toBe(ownId)
  expect(await on.call('proposal', { id: armId })).toMatchObject({ value: { state: 'waits' } })
  await on.rig.press({ type: 'cancelArm', armId: ownId })
  expect(on.rig.state().arm).toMatchObject({
    act: 'stop',
    mode: 'proposed',
    proposed: { about: 'Stop Evening Show' },
  })
  on.rig.clock.advance(1_000)
  expect(await on.whole(on.first.send({ type: 'commitStop', armId }))).toMatchObject({
    refusal: { reason: 'proposeOnly' },
  })
  // A Stop key, or a program: for them an agent's Stop is no first step of their own.
  const commit = (source: Source) =>
    on.rig.core.dispatch(randomUUID(), { type: 'commitStop', armId }, source, { name: 'Deck', scope: 'show' })
  for (const source of ['cli', 'hotkey', 'pairing'] as const)
    expect(await on.whole(commit(source))).toMatchObject({ refusal: { reason: 'personOnly' } })
  expect(controlStateOf(on.rig.state(), on.rig.clock.now()).arm).toMatchObject({ id: armId, act: 'proposal' })
  expect(on.stops()).toBe(0)
  expect(await on.whole(on.rig.press({ type: 'commitStop', armId }))).toMatchObject({ done: { what: 'stopped' } })
  expect(await on.call('proposal', { id: armId })).toMatchObject({
    value: { state: 'allowed', sentence: 'Stopped.' },
  })
  expect(on.stops()).toBe(1)
})

test('a proposal is for the broadcast that its agent saw, and nothing else can be proposed', async () => {
  const on = await agent()
  await onAir(on)
  const { value } = await on.call('propose', { action: { type: 'sync' }, why })
  await on.server.control.stopElsewhere(on.server.content.project)
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  await onAir(on)
  const armId = String(value?.id)
  expect(await on.whole(on.rig.press({ type: 'allowProposal', armId }))).toMatchObject({
    refusal: { reason: 'otherLive' },
  })
  const asked = (command: Record<string, unknown>) => on.whole(on.first.send({ type: 'propose', command, why }))
  for (const command of [{ type: 'setPadlock', locked: false }, { type: 'allowProposal', armId }, { type: 'quit' }])
    expect(await asked(command)).toMatchObject({ refusal: { reason: 'personOnly' } })
  expect(await on.rig.press({ type: 'propose', command: { type: 'sync' }, why }, 'cli')).toMatchObject({
    refusal: { reason: 'notHere' },
  })
  await on.rig.press({ type: 'setPadlock', locked: true })
  expect(await on.call('propose', { action: { type: 'goLive' }, why })).toMatchObject({ value: { state: 'refused' } })
})

test('a connection of an agent stays one: no show command, no padlock, no address of the panel', async () => {
  const on = await agent()
  const projectId = on.rig.show().id
  const { first } = on
  for (const type of ['goLive', 'armGoLive'] as const)
    expect(await on.whole(first.send({ type, projectId }))).toMatchObject({ refusal: { reason: 'proposeOnly' } })
  const own = await on.rig.press({ type: 'armGoLive', projectId, mode: 'menu' }, 'tray')
  const armId = own.result === 'armed' ? own.arm.armId : ''
  expect(await on.whole(first.send({ type: 'cancelArm', armId }))).toMatchObject({
    refusal: { reason: 'personOnly' },
  })
  expect(await on.whole(first.send({ type: 'endPairings' }))).toMatchObject({ refusal: { reason: 'personOnly' } })
  await expect(on.whole(first.panelAddress())).rejects.toThrow()
  expect(on.starts()).toBe(0)
})

test('finds Cuelight again after a restart, and says so while it is gone', async () => {
  const on = await agent()
  on.deafen()
  await on.first.ended
  expect(await on.call('getLive')).toMatchObject({
    isError: true,
    text: { text: expect.stringContaining('Cuelight') },
  })
})
