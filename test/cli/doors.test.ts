/**
 * The two commands for the contract: `query` for everything that can be read, `edit` for every write that is no show
 * command.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCommandLine } from '../../electron/cli/commandLine.ts'
import { completions, scriptFor } from '../../electron/cli/completion.ts'
import { DOORS, typedSchema } from '../../electron/cli/fields.ts'
import { OPTIONS } from '../../electron/cli/options.ts'
import { summaryOf } from '../../shared/words/cli/asking.ts'
import { onAir } from '../core/stage.ts'
import { newDir } from '../fakes/rig.ts'
import { desk, going, jsonOf, oddCore } from './kit.ts'

const PROJECTS = /\/projects$/
const create = (name: string) => ['edit', 'createProject', '--name', name, '--duration.manual']
const PROJECT = /\/projects\/[^/]+$/
const ROWS = [
  ...DOORS.query.map((name) => ['query', name] as const),
  ...DOORS.edit.map((name) => ['edit', name] as const),
]

describe('query', () => {
  test('prints a table for users, with the part of the list it is and its age; programs get the value', async () => {
    const on = await desk({ projects: 4 })
    const { code, out } = await on.cli('query', 'listProjects', '--limit', '2')
    expect([code, out[0], out.at(-1)]).toEqual([0, 'projects:', 'For the whole list, add --all.'])
    expect(out[1]).toMatch(/^ {2}id +name .*liveStatus/)
    expect(out[2]).toContain(`${on.server.content.project}  Evening Show`)
    expect(out.at(-2)).toBe('2 of 5, read just now.')
    await on.rig.pass(4_000)
    const again = await on.cli('query', 'list-projects', '--limit=2', '--json')
    const { sentence, value, readAt } = jsonOf(again)
    expect(sentence).toMatch(/^2 of 5, read [45] s ago\.$/)
    expect(value).toMatchObject({ projects: [{ name: 'Evening Show' }, {}], total: 5 })
    expect(on.rig.clock.now() - Number(readAt)).toBeGreaterThanOrEqual(4_000)
  })

  test('--all reads the following pages from the received count, and joins them', async () => {
    const on = await desk({ projects: 24 })
    const { value } = jsonOf(await on.cli('query', 'listProjects', '--all', '--limit', '10', '--json'))
    const ids = (value as unknown as { projects: { id: string }[] }).projects.map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set([on.server.content.project, ...on.server.content.otherProjects]))
    expect(ids).toHaveLength(25)
  })

  test('is about the show target, or the named project', async () => {
    const on = await desk({ projects: 3 })
    const nameOf = async (...args: string[]) =>
      jsonOf(await on.cli('query', 'getProject', '--json', ...args)).value?.name
    expect(await nameOf()).toBe('Evening Show')
    expect(await nameOf('--project', 'project 0002')).toBe('Project 0002')
    for (const option of ['--project-id', '--projectId'])
      expect(await nameOf(option, on.server.content.otherProjects[0] ?? '')).toBe('Project 0001')
    const nobody = await on.cli('query', 'getProject', '--project', 'Nobody')
    expect(nobody).toMatchObject({ code: 1, err: [expect.stringContaining('No project is called "Nobody"')] })
    expect((await on.cli('query', 'listBroadcasts')).out.join('\n')).toMatch(/liveId +status +date.*COMPLETED/s)
  })

  test('a failed read is reported as on every surface', async () => {
    const on = await desk()
    const answer = await on.cli('query', 'getStatistics', '--live-id', 'nothing', '--json')
    const outcome = { result: 'failed', failure: { kind: 'notFound' } }
    expect(jsonOf(answer)).toMatchObject({ exitCode: 1, outcome })
  })
})

describe('edit', () => {
  test('sends what was typed, once, and reports it as every surface does', async () => {
    const on = await desk()
    const file = join(newDir(), 'duration.json')
    writeFileSync(file, '{"manual": false, "planned": 900}')
    const { youtube, twitch } = on.server.content.destinations
    const places = ['--destination-ids', youtube, '--destination-ids', twitch]
    const made = await on.cli('edit', 'createProject', '--name', 'Night', '--duration', `@${file}`, ...places)
    expect(made).toMatchObject({ code: 0, out: ['Project created: Night.', expect.stringMatching(/^id: /)] })
    const id = made.out[1]?.slice(4) ?? ''
    const written = ['--auto-sync', '--title', '5', '--json']
    const changed = await on.cli('edit', 'update-project', '--project-id', id, ...written)
    expect(jsonOf(changed).outcome).toMatchObject({ done: { what: 'edited', id, answer: { title: '5' } } })
    const { value } = jsonOf(await on.cli('query', 'getProject', '--project', 'Night', '--json'))
    expect(value).toMatchObject({ autoSync: true, duration: { planned: 900 }, destinationIds: [youtube, twitch] })
    expect((await on.cli('edit', 'updateProject', '--auto-sync', 'false', '--project', 'Night')).code).toBe(0)
    expect([on.server.count('POST', PROJECTS), on.server.count('PATCH', PROJECT)]).toEqual([1, 2])
  })

  test('a list of texts is its option repeated, or JSON, and nothing else with an option twice', async () => {
    const on = await desk()
    const [day, hour] = [24 * 3_600_000, 3_600_000]
    const dates = [day, day + 4 * hour].map((ms) => new Date(on.rig.clock.now() + ms).toISOString())
    const repeated = dates.flatMap((date) => ['--dates', date])
    expect((await on.cli('edit', 'scheduleLive', ...repeated)).out[0]).toBe('Scheduled.')
    const { value } = jsonOf(await on.cli('query', 'listSchedules', '--json'))
    expect(value).toMatchObject({ schedules: dates.map((scheduledDate) => ({ scheduledDate })), total: 2 })
    expect((await on.cli('edit', 'cancelSchedules')).code).toBe(0)
    expect((await on.cli('edit', 'scheduleLive', '--dates', JSON.stringify(dates.slice(0, 1)))).code).toBe(0)
    expect(jsonOf(await on.cli('query', 'listSchedules', '--json')).value).toMatchObject({ total: 1 })
  })

  test('a scene that takes the place of another one in a chain is said to, with the scene that lost it', async () => {
    const on = await desk()
    const chained = async (name: string, ...args: string[]) => {
      const files = on.server.content.files.videos.slice(0, 1).flatMap((id) => ['--files', id])
      return (await on.cli('edit', 'createSceneWithPlaylist', '--scene-name', name, ...files, ...args)).out
    }
    const [before = ''] = await chained('Evening', '--quiet')
    const [next = ''] = await chained('Night', '--previous-scene-id', before, '--quiet')
    expect(await chained('Dawn', '--previous-scene-id', before)).toEqual([
      expect.stringMatching(
        /^Scene created with its playlist: Dawn\. The scene before it led to another scene until now\./,
      ),
      expect.stringMatching(/^id: +\S+$/),
      expect.stringMatching(new RegExp(`^replacedAutoSwitchSceneId: +${next}$`)),
    ])
  })

  test('a check of destinations says works, expired or cannot be checked; programs get the response as it came', async () => {
    const on = await desk()
    const { youtube, twitch, rtmp } = on.server.content.destinations
    on.server.control.expireDestination(twitch)
    const check = [
      'edit',
      'verifyDestinations',
      ...[youtube, twitch, rtmp].flatMap((id) => ['--destination-ids', id]),
    ]
    const { out } = await on.cli(...check)
    expect(out.slice(0, 2)).toEqual(['Destinations checked.', 'results:'])
    expect(out.slice(3)).toEqual([
      expect.stringMatching(new RegExp(`${youtube} .*  login works$`)),
      expect.stringMatching(new RegExp(`${twitch} .*  login expired$`)),
      expect.stringMatching(new RegExp(`${rtmp}  RTMP +  cannot be checked until it is on air$`)),
    ])
    const { outcome } = jsonOf(await on.cli(...check, '--json'))
    expect(outcome).toMatchObject({
      done: { answer: { results: [{ valid: true }, { valid: false }, { valid: true }] } },
    })
  })

  const LOOK = 'It will not be sent again. To check: cuelight query'
  const LOOKING = 'No reply. Checking whether it worked.'
  const lost = (kind: 'cutAfter' | 'cutBefore') => ({ kind, match: { method: 'POST', path: PROJECTS } }) as const

  test('after a lost response it says what is being checked, and in the end the outcome', async () => {
    const on = await desk()
    on.server.faults.add(lost('cutAfter'))
    const { code, out } = await on.cli(...create('Night'))
    expect([code, ...out]).toEqual([
      ...[0, `${LOOKING} Reading listProjects…`, 'Create project: Night: it worked.'],
      expect.stringMatching(/^id: \S+$/),
    ])
    on.server.faults.add(lost('cutAfter'))
    const ids = await on.cli(...create('Noon'), '--quiet')
    const { value } = jsonOf(await on.cli('query', 'getProject', '--json', '--project-id', ids.out.join()))
    expect([ids.code, value?.name, on.server.count('POST', PROJECTS)]).toEqual([0, 'Noon', 2])
  })

  test('an edit that is not found is waited for only as long as a user would, unless requested', async () => {
    const on = await desk()
    const seconds = async (...args: string[]) => {
      const since = on.rig.clock.monotonic()
      on.server.faults.add(lost('cutBefore'))
      const { code, err } = await on.cli(...create('Night'), ...args)
      return { code, err, took: Math.round((on.rig.clock.monotonic() - since) / 1_000) }
    }
    expect(await seconds()).toEqual({ code: 4, err: [`${LOOKING} ${LOOK} listProjects`], took: 12 })
    expect(await seconds('--wait')).toMatchObject({
      code: 4,
      err: [`No reply. Outcome unknown. ${LOOK} listProjects`],
    })
    expect((await seconds('--wait', '--timeout', '3')).took).toBe(3)
  })

  test('an edit that nothing can confirm is unknown: it says where to look, and sends nothing again', async () => {
    const on = await desk()
    on.server.faults.add({ kind: 'cutAfter', match: { method: 'PATCH', path: PROJECT } })
    const changed = await on.cli('edit', 'updateProject', '--title', 'New')
    const unknown = `No reply. Outcome unknown. ${LOOK} getProject`
    expect(changed).toMatchObject({ code: 4, err: [unknown] })
    expect(on.server.count('PATCH', PROJECT)).toBe(1)
  })

  test('an edit in flight when Cuelight died is unknown, too', async () => {
    const on = await desk()
    on.server.faults.add({ kind: 'hang', execute: true, match: { method: 'PATCH', path: PROJECT } })
    const going = on.start('edit', 'updateProject', '--title', 'New')
    await on.server.arrived('PATCH', PROJECT)
    on.deafen()
    const { code, err } = await on.whole(going.ended)
    expect([code, err.join()]).toEqual([4, expect.stringContaining('Cuelight is not running now')])
  })

  test('the padlock covers what could reach viewers, and --seen what is on air', async () => {
    const on = await desk({ preparingMs: 0, autoSynch: true })
    const live = await onAir(on)
    const other = await on.cli('edit', 'updateProject', '--title', 'New', '--seen', 'another')
    expect(other).toMatchObject({ code: 1, err: [expect.stringContaining('Another broadcast is on air')] })
    expect(on.server.count('PATCH', PROJECT)).toBe(0)
    expect((await on.cli('edit', 'updateProject', '--title', 'New', '--seen', live)).code).toBe(0)
    await on.cli('padlock', 'close')
    const locked = await on.cli('edit', 'updateProject', '--title', 'Newer')
    expect(locked).toMatchObject({ code: 1, err: ['The padlock is closed. Open it first.'] })
    expect(on.server.count('PATCH', PROJECT)).toBe(1)
    // Viewers do not see the name of a scene.
    const scene = on.server.content.scenes[1] ?? ''
    expect((await on.cli('edit', 'updateScene', '--scene-id', scene, '--name', 'B')).code).toBe(0)
  })
})

describe('input that does not fit its row is refused before anything is sent', () => {
  const table: [args: string[], says: string][] = [
    [['query'], 'It needs NAME.'],
    [['query', 'listProject'], 'There is no query "listProject". Did you mean listProjects?'],
    [['query', 'createProject'], 'There is no query "createProject".'],
    [['edit', 'startLive'], 'There is no edit "startLive".'],
    [['query', 'listProjects', '--limt', '4'], 'no option --limt. Did you mean --limit?'],
    [['query', 'listProjects', '--limit', '400'], '--limit cannot be "400". Expected: whole number (1 to 100).'],
    [['query', 'listProjects', '--offset='], '--offset cannot be ""'],
    [['query', 'listProjects', '--status', 'on'], 'Expected: live|scheduled|offline.'],
    [['query', 'listProjects', '--project', 'x'], 'There is no option --project.'],
    [['query', 'getProject', '--project', 'x', '--project-id', 'y'], 'Name the project once'],
    [['query', 'listSchedules', '--all'], 'There is no option --all.'],
    [['query', 'getAccount', 'now'], '"now" does not belong'],
    [['edit', 'createProject'], 'It needs --name: text (1 to 60 characters).'],
    [['edit', 'createProject', '--name', 'x'], 'It needs --duration: {manual: true} | {manual: false, planned: '],
    [['edit', 'createProject', '--name'], '--name needs a value.'],
    [['edit', 'createProject', '--name', 'x', '--auto-sync=y'], '--auto-sync cannot be "y". Expected: true|false.'],
    [['edit', 'createProject', '--name', 'x', '--duration', '{'], '--duration cannot be "{".'],
    [['edit', 'createProject', '--name', 'x', '--duration', '{"manual":false,"planned":1}'], '--duration (planned)'],
    [['edit', 'createProject', '--name', 'x', '--duration', '@/nowhere'], '/nowhere: it is not there.'],
    [['queyr'], 'Did you mean query?'],
  ]
  test.each(table)('%j', async (args, says) => {
    const { code, err } = await going(args, newDir()).ended
    expect([code, err.join()]).toEqual([2, expect.stringContaining(says)])
  })
})

test('input too large for a running Cuelight is not sent', async () => {
  const names = Array.from({ length: 400 }, (_, nr) => ({ id: `f${nr}`, name: 'x'.repeat(200) }))
  const renames = JSON.stringify(names)
  const { code, err } = await going(['edit', 'renameFiles', '--renames', renames], newDir()).ended
  expect([code, err.join()]).toEqual([2, expect.stringContaining('Too large: at most')])
})

test('every row has help made from its schema, and no field has the name of an option', async () => {
  for (const [door, name] of ROWS) {
    const { code, out } = await going([door, name, '--help'], newDir()).ended
    expect([code, out[0], out[1]]).toEqual([0, expect.stringContaining(name), summaryOf(name)])
    const fields = Object.keys(typedSchema(name).shape)
    for (const field of fields)
      expect(out.join('\n').replaceAll('-', '').toLowerCase()).toContain(field.toLowerCase())
    expect(fields.filter((field) => [...Object.keys(OPTIONS), 'all', 'seen', 'input'].includes(field))).toEqual([])
  }
  expect((await going(['help', 'edit'], newDir()).ended).out.join('\n')).toMatch(/createProject +Creates a project/)
})

test.each(ROWS)('the example in the help of %s %s can be typed unchanged', async (door, name) => {
  const { out } = await going([door, name, '--help'], newDir()).ended
  const [example = ''] = out.filter((line) => line.startsWith('Example: cuelight '))
  // Split as a shell does.
  const words = [...example.matchAll(/"(?:[^"\\]|\\.)*"|\S+/g)].map(([word]) =>
    word[0] === '"' ? JSON.parse(word) : word,
  )
  const typed = await readCommandLine(words.slice(2), 0)
  expect('answer' in typed ? typed.answer.sentence : typed.asked).toMatchObject({ operation: name })
})

test('a closed connection does not count as a response', async () => {
  const dataDir = await oddCore((_, socket) => socket.destroy())
  expect((await going(['query', 'getAccount'], dataDir).ended).code).toBe(3)
})

test('piped input is read: here it is valid, and then no Cuelight runs', () => {
  const main = join(import.meta.dirname, '../../electron/cli/main.ts')
  const args = [main, 'edit', 'createProject', '--name', 'x', '--duration', '-', '--data-dir', newDir()]
  const codes = ['{"manual":true}', '{'].map((input) => spawnSync(process.execPath, args, { input }).status)
  expect(codes).toEqual([3, 2])
})

test('completion: knows commands, names, fields, options and values, from the rows', () => {
  const table: Record<string, string> = {
    pa: 'padlock panel pair pairings',
    'wait ': 'live off file --json --data-dir --project --timeout --help --version',
    'query getP': 'getProject getPlayedFiles',
    'help query getPr': 'getProject',
    'query listScenes --o': '--offset',
    'query listScenes --a': '--all',
    'query getAccount --p': '',
    'edit importFile --url ': '',
    'edit importFile --url x --type ': 'video audio image',
    'edit updateLayer --hide t': 'true',
    'edit updateLayer --hide --sett': '--settings',
    'nothing ': '',
  }
  for (const [typed, becomes] of Object.entries(table))
    expect(completions(typed.split(' ')).join(' '), typed).toBe(becomes)
})

test.each(['bash', 'zsh', 'fish'])('completion: %s: prints a script that calls back', async (shell) => {
  const { code, out } = await going(['completion', shell], newDir()).ended
  expect([code, out.join('\n')]).toEqual([0, expect.stringContaining('cuelight --complete')])
})

test('completion: bash offers what the command returns', () => {
  const script = `cuelight() { printf '%s\\n' "$@"; }
    eval "$SCRIPT"; COMP_WORDS=(cuelight query listP); COMP_CWORD=2; _cuelight
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { ...process.env, SCRIPT: scriptFor('bash').join('\n') }
  const { stdout, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8', env })
  expect([stdout, status]).toEqual(['--complete\nquery\nlistP\n', 0])
})
