/** A name refers to the project that has it now, even if it was last read with another name. */
import { expect, test } from 'vitest'
import { openDeepLink } from '../../electron/core/bridge/clientSession.ts'
import { desk } from './kit.ts'

/** Three projects, each chosen once; then another client rotates their names, as a nightly script does. */
async function renamed() {
  const on = await desk({ projects: 4, preparingMs: 0 })
  const rename = async (id: string, name: string) => {
    const headers = { authorization: `Bearer ${on.server.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name })
    const { ok } = await fetch(`${on.server.baseUrl}/projects/${id}`, { method: 'PATCH', headers, body })
    expect(ok).toBe(true)
  }
  await on.rig.press({ type: 'loadProjects' })
  const target = on.rig.show().id
  const [today = '', tomorrow = ''] = on.rig
    .state()
    .projectList.items.map(({ id }) => id)
    .filter((id) => id !== target)
  await rename(today, 'Today')
  await rename(tomorrow, 'Tomorrow')
  await on.rig.press({ type: 'loadProjects' })
  for (const projectId of [today, tomorrow, target]) {
    await on.rig.press({ type: 'chooseTarget', projectId })
    await on.rig.until(() => on.rig.show().settings !== null, 'read')
  }
  await on.rig.pass(2_000)
  await rename(today, 'Yesterday')
  await rename(tomorrow, 'Today')
  const started = () => on.server.requests.flatMap(({ method, path }) => (method === 'POST' ? [path] : []))
  const nameOf = (id: string) => on.rig.state().projects[id]?.name
  return { on, rename, today, tomorrow, started, nameOf }
}

test('go-live --project starts the project that has this name now, and prints its name', async () => {
  const { on, tomorrow, started } = await renamed()
  const answer = await on.cli('go-live', '--project', 'Today')
  expect([answer.out, answer.err]).toEqual([['Today is starting: preparing, not on air yet.'], []])
  const lives = started().filter((path) => path.endsWith('/live'))
  expect(lives).toEqual([expect.stringContaining(tomorrow)])
})

test('a name that no project has any more starts nothing, and names nothing', async () => {
  const { on, started } = await renamed()
  for (const args of [
    ['go-live', '--project', 'Tomorrow'],
    ['target', 'Tomorrow'],
  ]) {
    const { code, err } = await on.cli(...args)
    expect([code, err]).toEqual([1, ['No project is called "Tomorrow". Nothing was sent.']])
  }
  expect(started().filter((path) => path.endsWith('/live'))).toEqual([])
})

test('target NAME chooses the project that has this name now', async () => {
  const { on, tomorrow } = await renamed()
  expect(await on.cli('target', 'today')).toMatchObject({ code: 0, out: ['The show target is Today.'] })
  expect(on.rig.state().targetId).toBe(tomorrow)
})

test('a new project has its name before any known one that begins with it', async () => {
  const { on } = await renamed()
  expect(on.rig.show().name).toBe('Evening Show')
  const made = await on.cli('edit', 'createProject', '--name', 'Evening', '--duration.manual', '--quiet')
  expect((await on.cli('target', 'Evening')).out).toEqual(['The show target is Evening.'])
  expect(on.rig.state().targetId).toBe(made.out.join())
})

test('a link arms the project that has this name now', async () => {
  const { on, tomorrow } = await renamed()
  const outcome = await openDeepLink(on.rig.core, 'a', 'cuelight://go-live?project=Today')
  expect(outcome).toMatchObject({ result: 'armed', arm: { projectId: tomorrow, projectName: 'Today' } })
})

test('if names cannot be read, none starts anything, while read commands use the last known names', async () => {
  const { on, nameOf, today } = await renamed()
  await on.server.control.goDown()
  expect(await on.cli('go-live', '--project', 'Today')).toMatchObject({ code: 1 })
  const link = await on.whole(openDeepLink(on.rig.core, 'a', 'cuelight://go-live?project=Today'))
  expect(link).toMatchObject({ refusal: { reason: 'notKnown' } })
  expect((await on.cli('status', '--project', 'Today')).out[0]).toContain(nameOf(today))
  await on.server.control.comeBack()
  expect(on.starts()).toBe(0)
})

test('an id is no name, and needs no read', async () => {
  const { on, today, started } = await renamed()
  on.server.forget()
  expect(await on.cli('go-live', '--project', today)).toMatchObject({ code: 0 })
  expect(started().filter((path) => path.endsWith('/live'))).toEqual([expect.stringContaining(today)])
})

/** Three scenes; then another client gives the name of the third to the second, or deletes the first. */
async function rearranged() {
  const on = await desk({ scenes: 3, preparingMs: 0 })
  const { project, scenes } = on.server.content
  await on.rig.until(() => on.rig.show().scenes?.length === 3, 'read')
  const names = on.rig.show().scenes?.map(({ name }) => name) ?? []
  const elsewhere = async (method: 'PATCH' | 'DELETE', id = '', body?: object) => {
    const headers = { authorization: `Bearer ${on.server.key}`, 'content-type': 'application/json' }
    const url = `${on.server.baseUrl}/projects/${project}/scenes/${id}`
    expect((await fetch(url, { method, headers, body: body && JSON.stringify(body) })).ok).toBe(true)
  }
  const rename = (id = '', name = '') => elsewhere('PATCH', id, { name })
  const passNameOn = async () => {
    await on.rig.pass(2_000)
    await rename(scenes[2], 'Somewhere')
    await rename(scenes[1], names[2])
  }
  const removeFirst = async () => {
    await on.rig.pass(2_000)
    await elsewhere('DELETE', scenes[0])
  }
  const active = () => on.server.control.truth(project).activeSceneId
  return { on, scenes, names, passNameOn, removeFirst, active }
}

test('scene NAME refers to the scene that has this name now', async () => {
  const { on, scenes, names, passNameOn, active } = await rearranged()
  await passNameOn()
  expect((await on.cli('scene', names[2] ?? '')).out).toEqual([`${names[2]} is up next. Nothing is on air.`])
  expect(active()).toBe(scenes[1])
})

test('scene NUMBER refers to the scene that is at this place now', async () => {
  const { on, scenes, removeFirst, active } = await rearranged()
  await removeFirst()
  expect(await on.cli('scene', '2')).toMatchObject({ code: 0 })
  expect(active()).toBe(scenes[2])
})

test.each(['by name', 'by number'])('opening chooses the scene that is meant now, %s', async (how) => {
  const { on, scenes, names, passNameOn, removeFirst } = await rearranged()
  await (how === 'by name' ? passNameOn() : removeFirst())
  expect(await on.cli('opening', how === 'by name' ? (names[2] ?? '') : '2')).toMatchObject({ code: 0 })
  expect(on.rig.state().openings[on.rig.show().id]?.id).toBe(how === 'by name' ? scenes[1] : scenes[2])
})

test.each(['3', 'Nowhere'])(
  'if scenes cannot be read in time, "scene %s" says how old their names are',
  async (typed) => {
    const { on, scenes, active } = await rearranged()
    on.server.faults.add({ kind: 'hang', match: { method: 'GET' }, times: 'always' })
    await on.rig.pass(20_000)
    const { out, err } = await on.cli('scene', typed)
    expect([...out, ...err].join()).toMatch(/\. Going by the scene list read 2\d s ago\.$/)
    if (typed === '3') expect(active()).toBe(scenes[2])
  },
)
