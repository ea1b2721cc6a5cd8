/** What another client changed between a proposal and its Allow is not overwritten unseen. */
import { expect, test } from 'vitest'
import type { AnyEdit } from '../../shared/contract/inputs.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { FURTHER, iso, type On, ofDates, ofList, onAir, WANTED, withList } from './wishKit.ts'
import { PROJECT } from './world.ts'

/** @param meanwhile what another client does before a person allows it @returns what is shown, and the outcome */
async function allowed(on: On, operation: AnyEdit, given: object, meanwhile: () => void) {
  const input = { projectId: PROJECT, ...given }
  on.command({ type: 'propose', command: { type: 'edit', operation, input }, why: 'Asked to' }, 'agent')
  await on.wait(1_000)
  const { arm } = on.process().store.get()
  await on.wait(20_000)
  meanwhile()
  await on.wait(20_000)
  on.command({ type: 'allowProposal', armId: arm?.armId ?? '' })
  await on.wait(10_000)
  const outcome = on.answers.at(-1)
  return { fields: arm?.proposed?.fields, says: outcome && describeOutcome(outcome) }
}

function rescheduled({ world }: On): void {
  world.dates = []
  world.schedule(FURTHER)
}

for (const [operation, given] of [
  ['cancelSchedules', {}],
  ['moveSchedule', { dates: iso(WANTED) }],
] as const) {
  test(`${operation}: the dates that it takes are named, and others are left`, async () => {
    let came: Awaited<ReturnType<typeof allowed>> | undefined
    const on = await ofDates(async (on) => {
      came = await allowed(on, operation, given, () => rescheduled(on))
    })
    expect(came?.fields?.at(-1)).toMatch(operation === 'moveSchedule' ? /^Instead of: .+ \+ / : /^Dates: .+ \+ /)
    expect(came?.says).toMatch(/^The dates were changed elsewhere: .+ Nothing was sent\./)
    expect([on.dates(), on.arrived()]).toEqual([FURTHER, []])
  })

  test(`${operation}: as long as they are the same, it is carried out`, async () => {
    const on = await ofDates(async (on) => void (await allowed(on, operation, given, () => {})))
    expect(on.dates()).toEqual(operation === 'moveSchedule' ? WANTED : [])
  })
}

test('savePlaylist: what another hand added since stays', async () => {
  let list: ReturnType<typeof withList> | undefined
  await onAir(async (on) => {
    const held = withList(on)
    list = held
    const other = { fileId: 'c', name: 'c', playlistItemId: 'other' }
    await allowed(
      on,
      'savePlaylist',
      { ...ofList, files: [{ fileId: 'b' }, { fileId: 'a' }] },
      () => void held.files.push(other),
    )
  })
  expect(list?.files.map(({ fileId }) => fileId)).toEqual(['b', 'a', 'c'])
})

test('a quiet edit that saves one list twice: the later list is there at the end', async () => {
  let list: ReturnType<typeof withList> | undefined
  let came: Awaited<ReturnType<typeof allowed>> | undefined
  await onAir(async (on) => {
    list = withList(on)
    const save = (...files: string[]) => ({
      operation: 'savePlaylist',
      input: { ...ofList, files: files.map((fileId) => ({ fileId })) },
    })
    came = await allowed(on, 'quietEdit', { edits: [save('a', 'b'), save('b', 'c')] }, () => {})
  })
  expect(came?.says).toMatch(/Viewers see|on air/i)
  expect(list?.files.map(({ fileId }) => fileId)).toEqual(['b', 'c'])
})

test('what would replace a list that nobody has seen is not proposed', async () => {
  await onAir(async (on) => {
    withList(on)
    const propose = (operation: AnyEdit, input: object) =>
      on.command(
        {
          type: 'propose',
          command: { type: 'edit', operation, input: { projectId: PROJECT, ...input } },
          why: 'Asked to',
        },
        'agent',
      )
    const files = { ...ofList, files: [{ fileId: 'b' }] }
    propose('setPlaylist', files)
    propose('undoPlaylist', ofList)
    propose('quietEdit', { edits: [{ operation: 'setPlaylist', input: files }] })
    await on.wait(2_000)
    expect(on.process().store.get().arm).toBeNull()
    const field = { field: 'operation', message: expect.stringContaining('savePlaylist') }
    for (const outcome of on.answers.slice(-3))
      expect(outcome).toMatchObject({ refusal: { reason: 'invalid', ...field } })
  })
})
