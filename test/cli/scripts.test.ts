/** What scripts need of `query` and `edit`: plain ids, values without quoted JSON, readable columns, complete views. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableOf } from '../../electron/cli/table.ts'
import { newDir } from '../fakes/rig.ts'
import { desk, going, jsonOf } from './kit.ts'

const project = (on: Awaited<ReturnType<typeof desk>>, ...args: string[]) =>
  on.cli('query', 'getProject', '--json', ...args).then((answer) => jsonOf(answer).value)

test('a field of an object is typed alone, and a whole input comes from a file, overridden by what is typed', async () => {
  const on = await desk()
  const [file, id] = [join(newDir(), 'input.json'), on.server.content.project]
  writeFileSync(file, JSON.stringify({ title: 'From the file', description: 'Kept', duration: { manual: true } }))
  const typed = ['--title', 'Typed', '--duration.manual', 'false', '--duration.planned', '900']
  expect((await on.cli('edit', 'updateProject', '--input', `@${file}`, ...typed)).code).toBe(0)
  await on.rig.pass(11_000)
  expect(await project(on)).toMatchObject({ title: 'Typed', description: 'Kept', duration: { planned: 900 } })
  expect((await on.cli('edit', 'updateProject', '--project-id', id, '--duration.manual')).code).toBe(0)
  await on.rig.pass(11_000)
  expect(await project(on)).toMatchObject({ duration: { manual: true } })
})

test.each([
  [['--input', '[]'], '--input takes an object of fields'],
  [['--input', '{"colour":1}', '--name', 'x', '--duration.manual'], '--input: '],
  [['--name', 'x', '--duration.planned', '900'], '--duration (manual) cannot be "{"planned":900}"'],
  [['--name', 'x', '--duration.manual', '9'], '"9" does not belong here.'],
])('invalid input is refused before anything is sent: %j', async (args, says) => {
  const { code, err } = await going(['edit', 'createProject', ...args], newDir()).ended
  expect([code, err.join()]).toEqual([2, expect.stringContaining(says)])
})

test('--quiet prints only ids, for a list and for a new record', async () => {
  const on = await desk()
  const listed = await on.cli('query', 'listScenes', '-q')
  expect([listed.code, listed.out]).toEqual([0, on.server.content.scenes])
  const { out } = await on.cli('edit', 'createScene', '--name', 'New', '--quiet')
  expect(out).toHaveLength(1)
  expect((await on.cli('query', 'listScenes', '-q')).out.at(-1)).toBe(out[0])
  const failed = await on.cli('edit', 'updateScene', '--scene-id', 'nobody', '--name', 'New', '-q')
  expect([failed.code, failed.out, failed.err.length]).toEqual([1, [], 1])
})

test('a view that is read in parts shows its progress; --wait waits for all of it', async () => {
  const on = await desk({ projects: 30 })
  const { baseUrl, key, content } = on.server
  const dates = [new Date(on.rig.clock.now() + 86_400_000).toISOString()]
  for (const id of content.otherProjects) {
    const init = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify({ dates }) }
    expect((await fetch(`${baseUrl}/projects/${id}/schedules`, init)).status).toBe(201)
  }
  await on.rig.pass(61_000)
  const part = await on.cli('query', 'allSchedules')
  expect(part.code).toBe(0)
  expect(part.out.slice(-2)).toEqual([
    expect.stringMatching(/^\d+ of \d+, read .* ago\. \d+ of 30 read so far\.$|just now\. \d+ of 30 read so far\.$/),
    'For all of it, add --wait.',
  ])
  const whole = await on.cli('query', 'all-schedules', '--wait')
  expect([whole.code, whole.out.at(-1)]).toEqual([0, expect.stringMatching(/^30 of 30, read/)])
  expect(whole.out[1]).toMatch(/^ {2}liveId +projectName +status +scheduledDate/)
})

test('wait file and --wait follow imports and encodes, no more often than the contract allows', async () => {
  const on = await desk()
  const count = (path: RegExp) => on.server.count('GET', path)
  const [camera, bells] = [on.server.content.files.broken, on.server.content.files.sound]
  const unfit = await on.cli('wait', 'file', camera)
  expect(unfit).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^Old camera.avi: cannot/), expect.any(String)],
  })
  expect((await on.cli('edit', 'encodeFiles', '--file-ids', camera)).code).toBe(0)
  const before = count(/\/files\/encode$/)
  const encoded = await on.cli('wait', 'file', camera, bells)
  expect(encoded).toMatchObject({ code: 0, out: ['Old camera.avi: can be used.', 'Bells.mp3: can be used.'] })
  // 30 s, 15 s apart.
  expect(count(/\/files\/encode$/) - before).toBeLessThanOrEqual(4)
  const link = ['--url', 'https://videos.example/rain.mp4', '--type', 'video']
  const { code, out } = await on.cli('edit', 'importFile', ...link, '--wait')
  expect([code, out.at(-1)]).toEqual([0, expect.stringMatching(/^rain.*: can be used\.$/)])
  // A minute, 10 s apart.
  expect(count(/\/import$/)).toBeLessThanOrEqual(8 + 3)
})

test('a table begins with the columns for id, name and state, and these remain', () => {
  const long = 'x'.repeat(39)
  const layers = [{ id: 'l1', name: 'Videos' }, { id: 'l2' }]
  expect(tableOf([{ layers, id: 'a1', settings: {} }])).toEqual(['id  layers', 'a1  Videos, l2'])
  const record = { createdAt: long, folderId: long, type: 'video', note: long, name: 'Rain', id: 'a1' }
  expect(tableOf([record])).toEqual([
    `id  name  type   ${'createdAt'.padEnd(39)}  folderId`,
    `a1  Rain  video  ${long}  ${long}`,
  ])
  const error = `It failed. ${long}`
  expect(tableOf([{ error, ...record }]).at(-1)).toBe(`a1  Rain  video  ${long}  ${long}  ${error}`)
})
