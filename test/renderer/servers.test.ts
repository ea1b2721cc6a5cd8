/** Settings, Broadcasting: the user's own servers, their stream keys, and the watch page. */
import { expect, it } from 'vitest'
import type { AppState } from '../../shared/state.ts'
import { BROADCASTING_SHEET, broadcasting, SERVERS } from './broadcastingSheet.ts'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import { rehearsing } from './setupStates.ts'
import { appState, done, liveProject, offProject, refused } from './states.ts'

const open = panels()
const KEY = 'stream-key-nobody-may-see'
const openServers = (state: AppState = broadcasting(SERVERS)) => open(state, { at: '#set-up/broadcasting' })
const card = ({ page }: Panel, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const field = ({ page }: Panel, name: string) => page.getByLabel(name, { exact: true })

/** Everything of the page in which a key could have remained: what is drawn, the fields, and what is stored. */
const allOf = ({ page }: Panel) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      ...[localStorage, sessionStorage].map((kept) => JSON.stringify(kept)),
    ].join(),
  )

it('shows of each server whether it takes the show, and what to do if not', async () => {
  const panel = await openServers()
  await expectText(card(panel, 'Our server'), /LIVE\s+On air, 2\.4 Mbit\/s\.[\s\S]+Friday Night/)
  await expectText(card(panel, 'Main channel'), /WAIT\s+Nothing accepts connections there\. Cuelight keeps trying\./)
  await expectText(card(panel, 'Village hall'), /WAIT[\s\S]+Enter it again[\s\S]+not known: enter it again/)
  await expectText(card(panel, SERVERS.servers[3]?.name ?? ''), /FAILED[\s\S]+Stop the show, then change its address/)
  await expectText(card(panel, 'Backup'), /OFF\s+Nothing is sent to it\.[\s\S]+no project yet/)
})

it('adds a server, and has its stream key nowhere from then on', async () => {
  const panel = await openServers(rehearsing({}, offProject()))
  panel.core.reply = () => done({ what: 'serverAdded', name: 'Our server', destinationId: 'd1' })
  await panel.button('Add server').click()
  await field(panel, 'Name').fill('Our server')
  await field(panel, 'Address').fill('https://live.example.com/app')
  await field(panel, 'Stream key').fill(KEY)
  await panel.button('Save').click()
  await expectText(panel.page.getByRole('alert'), 'Enter the full address, as in rtmps://live.example.com/app.')
  await panel.expectOnly()
  const url = 'rtmps://live.example.com/app'
  await field(panel, 'Address').fill(url)
  await panel.page.locator('input[name=key][type=password]').waitFor()
  await panel.presses('Save', { type: 'addServer', name: 'Our server', url, key: KEY })
  await panel.page.getByText('Our server was added (d1).').waitFor()
  expect(await allOf(panel)).not.toContain(KEY)
})

it('a server that is refused leaves the form, without the key, and says why', async () => {
  const panel = await openServers(rehearsing({}, offProject()))
  const message = 'Enter the address without the stream key.'
  panel.core.reply = () => refused({ reason: 'studio', message })
  await panel.button('Add server').click()
  await field(panel, 'Name').fill('Our server')
  await field(panel, 'Address').fill(`rtmp://live.example.com/app/${KEY.slice(0, 9)}`)
  await field(panel, 'Stream key').fill(KEY)
  await panel.presses('Save', 'addServer')
  await panel.page.getByText(message).first().waitFor()
  await expectText(panel.page.getByRole('alert'), 'Enter the stream key again')
  await expect.poll(() => field(panel, 'Name').inputValue(), WAIT).toBe('Our server')
  expect(await allOf(panel)).not.toContain(KEY)
})

it('a key is entered again; while it is on air only a name is changed', async () => {
  const panel = await openServers()
  panel.core.reply = () => done({ what: 'serverChanged', name: 'Village hall', hasNewKey: true })
  await panel.button('Enter key Village hall').click()
  await panel.button('Save').click()
  await expectText(panel.page.getByRole('alert'), 'Enter the stream key, as the platform shows it.')
  await field(panel, 'Stream key').fill(KEY)
  await panel.presses('Save', { type: 'changeServer', destinationId: 'keyless', key: KEY })
  await card(panel, 'Village hall').getByText('Village hall is saved, and has its stream key.').waitFor()
  expect(await allOf(panel)).not.toContain(KEY)
  panel.core.reply = () => done({ what: 'serverChanged', name: 'Ours', hasNewKey: false })
  await panel.button('Change Our server').click()
  await card(panel, 'Our server').getByText('its address can be changed once the show is off').waitFor()
  expect(await field(panel, 'Address').count()).toBe(0)
  expect(await field(panel, 'Stream key').count()).toBe(0)
  await field(panel, 'Name').fill('Ours')
  await panel.presses('Save', 'changeServer', { type: 'changeServer', destinationId: 'ours', name: 'Ours' })
  await card(panel, 'Our server').getByText('Ours is saved.').waitFor()
})

it('a server off air gets another name and keeps its key; another address needs it again', async () => {
  const panel = await openServers()
  panel.core.reply = () => done({ what: 'serverChanged', name: 'Spare', hasNewKey: false })
  await panel.button('Change Backup').click()
  await field(panel, 'Name').fill('Spare')
  await panel.presses('Save', { type: 'changeServer', destinationId: 'new', name: 'Spare' })
  await panel.button('Change Backup').click()
  const url = 'rtmp://live.example.com/app'
  await field(panel, 'Address').fill(url)
  await panel.button('Save').click()
  await expectText(panel.page.getByRole('alert'), 'it is not sent to another address.')
  await panel.expectOnly('changeServer')
  panel.core.reply = () =>
    refused({ reason: 'studio', message: '"Friday Night" is on air on "Backup". Stop it first.' })
  await field(panel, 'Stream key').fill(KEY)
  await panel.presses('Save', 'changeServer', { type: 'changeServer', destinationId: 'new', url, key: KEY })
  await card(panel, 'Backup').getByText('is on air on "Backup". Stop it first.').first().waitFor()
  await expectText(panel.page.getByRole('alert'), 'Enter the stream key again')
  await expect.poll(() => field(panel, 'Address').inputValue(), WAIT).toBe(url)
  expect(await allOf(panel)).not.toContain(KEY)
})

it('asks before it removes a server, and says why it was not', async () => {
  const panel = await openServers()
  await panel.button('Remove Backup').click()
  await panel.page.getByText('Remove Backup? Its stream key is removed from the keychain too.').waitFor()
  await panel.button('Keep').click()
  await panel.expectOnly()
  panel.core.reply = () => refused({ reason: 'studio', message: 'Still a destination of "Friday Night".' })
  await panel.button('Remove Our server').click()
  await panel.presses('Remove', { type: 'removeServer', destinationId: 'ours' })
  await panel.page.getByText('Still a destination of "Friday Night".').first().waitFor()
})

it('verifies a server, and says what that showed', async () => {
  const panel = await openServers()
  const reply = BROADCASTING_SHEET.serversVerified?.reply
  panel.core.reply = () => reply ?? 'silence'
  const input = { destinationIds: ['new'] }
  await panel.presses('Verify Backup', { type: 'edit', operation: 'verifyDestinations', input })
  await card(panel, 'Backup').getByText('Nothing accepts connections there.').waitFor()
})

it('leads to the watch page of the show target, or to where it is chosen', async () => {
  const panel = await openServers()
  const link = panel.page.getByRole('link', { name: 'Open the watch page' })
  await expect.poll(() => link.getAttribute('href'), WAIT).toBe('http://127.0.0.1:4718/watch/abc123')
  const other = await openServers(rehearsing({}, offProject()))
  await other.page.getByText('Friday Night does not have it as a destination.').waitFor()
  expect(await other.page.getByRole('link', { name: 'Open the watch page' }).count()).toBe(0)
})

it('of a hosted service there is nothing of it; the show of the local studio leads there', async () => {
  const hosted = await openServers(appState(offProject()))
  await hosted.page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor()
  expect(await hosted.page.getByRole('link', { name: 'Broadcasting' }).count()).toBe(0)
  const panel = await open(broadcasting(SERVERS))
  await panel.page.getByRole('link', { name: 'Servers and watch page' }).click()
  await expect.poll(() => panel.page.locator('.setup-title').innerText(), WAIT).toBe('Broadcasting')
})

it('the preview is off until it is chosen, and says why there is no picture', async () => {
  const state = BROADCASTING_SHEET.showBroadcast?.state as AppState
  const panel = await open(state, {
    timersRun: true,
    core: { preview: '/nothing-there' },
    forgives: 'Failed to load',
  })
  const card = panel.page.getByRole('region', { name: 'Preview' })
  await card.waitFor()
  await panel.expectOnly()
  expect(panel.core.messages.some(({ type }) => type === 'preview')).toBe(false)
  await card.getByRole('radio', { name: 'On', exact: true }).check()
  await card.getByText('No picture arrives. Trying again.').waitFor()
  const asked = () => panel.core.messages.filter(({ type }) => type === 'preview').length
  const setVisible = (to: string) =>
    panel.page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, to)
  // While nobody sees the page, it asks for nothing. The core does not answer here, so each start asks once.
  panel.core.preview = null
  const choose = (name: string) => card.getByRole('radio', { name, exact: true }).check()
  await choose('Off')
  const before = asked()
  await choose('On')
  await expect.poll(asked, WAIT).toBe(before + 1)
  await setVisible('hidden')
  await panel.expectOnly()
  expect(asked()).toBe(before + 1)
  await setVisible('visible')
  await expect.poll(asked, WAIT).toBe(before + 2)
  await panel.expectOnly()
  expect(asked()).toBe(before + 2)
  await card.getByRole('radio', { name: 'Off', exact: true }).check()
  await expect.poll(() => card.locator('video').count(), WAIT).toBe(0)
  // A hosted service, or a show that browsers on this computer do not get, has none.
  const other = await open(appState(liveProject()))
  await other.page.locator('.destinations').waitFor()
  expect(await other.page.getByRole('region', { name: 'Preview' }).count()).toBe(0)
})

it('the show screen names what viewers notice, until it is dismissed', async () => {
  const panel = await open(BROADCASTING_SHEET.showBroadcastTrouble?.state as AppState)
  await panel.page.getByText('The broadcast engine failed 2 times in the last 5 min').waitFor()
  await expectText(panel.page.locator('.destinations'), /Our server\s+RTMP · on air · 2\.4 Mbit\/s/)
  const banners = panel.page.locator('.banner')
  await expect.poll(() => banners.count(), WAIT).toBe(2)
  const engine = banners.filter({ hasText: 'The broadcast engine' })
  await engine.getByRole('button', { name: 'Dismiss' }).click()
  await banners.filter({ hasText: 'Our server misses pictures' }).waitFor()
  expect([await banners.count(), await engine.count()]).toEqual([2, 0])
  // Once it was over, it is news again.
  panel.core.set({ rehearsal: { broadcasting: { engineRestarts: 0, notShown: [] } } })
  await banners.filter({ hasText: 'Watch page is back on air' }).waitFor()
  panel.core.set({ rehearsal: { broadcasting: { engineRestarts: 1 } } })
  await banners.filter({ hasText: 'The broadcast engine failed once' }).waitFor()
  const well = await open(BROADCASTING_SHEET.showBroadcast?.state as AppState)
  await expectText(well.page.locator('.destinations'), /Watch page\s+This computer · on air · 2\.5 Mbit\/s/)
  expect(await well.page.locator('.banner').count()).toBe(0)
})
