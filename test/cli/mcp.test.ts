/** An agent by MCP, with the SDK's own client: it reads everything and changes only what viewers cannot see. */
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { createAgentLink } from '../../electron/cli/mcp/link.ts'
import { createAgentServer } from '../../electron/cli/mcp/mcp.ts'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectProgram } from '../../electron/core/bridge/socketClient.ts'
import { EDIT_NAMES, QUERY_NAMES } from '../../shared/contract/inputs.ts'
import { LOCAL_QUERIES } from '../../shared/query/local.ts'
import { onAir } from '../core/stage.ts'
import { startApp, sweep } from '../e2e/app.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { desk } from './kit.ts'

/** The SDK's client beside a core that has read a show. */
async function agent(options: Parameters<typeof desk>[0] = {}) {
  const on = await desk(options)
  const { clock, dataDir } = on.rig
  const path = socketPath(dataDir)
  const first = await connectProgram(path, clock)
  const link = createAgentLink({ path, clock, client: first }, 'Helper')
  atEnd(() => link.close())
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
    [...QUERY_NAMES, ...LOCAL_QUERIES, ...EDIT_NAMES, 'armGoLive', 'armStop'].toSorted(),
  )
  for (const tool of tools) {
    expect(tool.description).toMatch(/\w+\.$/)
    expect([tool.name, tool.inputSchema.type, tool.outputSchema?.type]).toEqual([tool.name, 'object', 'object'])
    const isQuery = [...QUERY_NAMES, ...LOCAL_QUERIES].some((name) => name === tool.name)
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
    expect(value?.sentence).toBe('From here it can only be armed: a person must confirm it.')
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

test('a project that begins by itself is not changed', async () => {
  const on = await agent()
  const dates = [new Date(on.rig.clock.now() + 7_200_000).toISOString()]
  await on.whole(
    on.rig.press({ type: 'edit', operation: 'scheduleLive', input: { projectId: on.rig.show().id, dates } }),
  )
  await on.rig.until(() => on.rig.show().nextScheduleAt !== null, 'the date')
  expect(await on.call('createScene', { name: 'Unseen' })).toMatchObject({ value: { result: 'refused' } })
})

test('Stop and Go live are armed for a person, and confirmed by nobody else', async () => {
  const on = await agent()
  expect(await on.call('armGoLive')).toMatchObject({ isError: false, value: { result: 'armed' } })
  const { arm } = on.rig.state()
  expect(arm).toMatchObject({ act: 'goLive', mode: 'menu' })
  on.rig.clock.advance(500)
  const armId = arm?.armId ?? ''
  expect(await on.whole(on.first.send({ type: 'commitGoLive', armId }))).toMatchObject({
    refusal: { reason: 'armOnly' },
  })
  expect(await on.whole(on.rig.press({ type: 'commitGoLive', armId }))).toMatchObject({ result: 'done' })
  expect(on.starts()).toBe(1)
})

test('a connection of an agent stays one: no show command, no padlock, no address of the panel', async () => {
  const on = await agent()
  const projectId = on.rig.show().id
  const { first } = on
  expect(await on.whole(first.send({ type: 'goLive', projectId }))).toMatchObject({ refusal: { reason: 'armOnly' } })
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

test('as a process on stdin and stdout, started by an agent host, it reads the rehearsal', async () => {
  const app = await startApp()
  atEnd(() => sweep(app, 'SIGKILL'))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../.dist/main/cli.mjs'), 'mcp', 'Helper', '--data-dir', app.dataDir],
    stderr: 'ignore',
  })
  const client = closing(new Client({ name: 'test', version: '1' }))
  await client.connect(transport)
  const total = async () => {
    const { structuredContent } = await client.callTool({ name: 'listProjects', arguments: {} })
    return (structuredContent as { value?: { total: number } } | undefined)?.value?.total
  }
  // The studio may still be starting: until then the tool says so.
  await expect.poll(total).toBeGreaterThan(0)
})
