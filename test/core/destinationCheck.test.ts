/** Which logins are known to be valid, and that a start is refused for one that is not, by name. */
import { expect, test } from 'vitest'
import { stateOf } from '../../shared/view/destinations.ts'
import { onAir, type Stage, stage, stopByTwoPresses } from './stage.ts'

const VERIFY = /\/destinations\/verify$/
const stateOfName = ({ rig }: Stage, id: string) => {
  const one = rig.show().settings?.destinations.find((destination) => destination.id === id)
  if (!one) throw new Error(`no destination ${id}`)
  return { name: one.name, text: stateOf(rig.show(), one) }
}

test('a login that expired since it was verified is named by the refusal, and in its row', async () => {
  const on = await stage()
  const { rig, server } = on
  const { twitch } = server.content.destinations
  expect(stateOfName(on, twitch).text).toBe('no known fault')
  server.control.expireDestination(twitch)
  const { name } = stateOfName(on, twitch)
  const refused = await rig.press({ type: 'goLive' })
  expect(refused).toMatchObject({ refusal: { reason: 'faults', faults: [{ fault: 'destination', name }] } })
  expect(stateOfName(on, twitch).text).toContain('login')
  expect(on.starts()).toBe(1)
})

test('once it is mended the fault found before holds nothing up', async () => {
  const on = await stage()
  const { rig, server } = on
  const { twitch } = server.content.destinations
  server.control.expireDestination(twitch)
  await rig.press({ type: 'checkDestinations' })
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'faults' } })
  server.control.renewDestination(twitch)
  await rig.pass(6_000)
  expect(await rig.press({ type: 'armGoLive', mode: 'press' })).toMatchObject({ result: 'armed' })
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
})

test('a login that expired during the show is a known fault after it', async () => {
  const on = await stage()
  const { rig, server } = on
  const { project, destinations } = server.content
  await onAir(on)
  server.control.destinationError(project, destinations.twitch, 'AUTH_ERROR')
  await rig.until(
    () => rig.show().live?.destinations.some(({ error }) => error !== null) === true,
    'the fault is seen',
  )
  await stopByTwoPresses(on)
  expect(rig.tally()).toBe('off')
  expect(stateOfName(on, destinations.twitch).text).toContain('login')
})

test('every project chosen is verified, and until then nothing is said of its logins', async () => {
  const on = await stage()
  const { rig, server } = on
  await rig.press({ type: 'loadProjects' })
  const other = rig.state().projectList.items.find(({ id }) => id !== rig.state().targetId)
  server.faults.add({ kind: 'hang', match: { path: VERIFY } })
  await rig.press({ type: 'chooseTarget', projectId: other?.id ?? '' })
  await rig.until(() => rig.show().settings !== null, 'its settings')
  for (const one of rig.show().settings?.destinations ?? []) expect(stateOf(rig.show(), one)).toBe('not verified yet')
  await rig.until(() => rig.show().check?.failure === null, 'verified, though the first time nothing was answered')
})

test('off air logins are verified again every half hour, on air never', async () => {
  const on = await stage()
  const { rig, server } = on
  const count = () => server.count('POST', VERIFY)
  const first = count()
  await rig.pass(31 * 60_000)
  expect(count()).toBe(first + 1)
  await onAir(on)
  await rig.pass(40 * 60_000)
  expect(count()).toBe(first + 1)
})
