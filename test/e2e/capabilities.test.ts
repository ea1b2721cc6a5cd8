/**
 * Uses every capability of the service from the screens alone: Cuelight as built, real files on the local studio, real
 * Chromium. Leaves out what other tests here prove from a screen; CONTRIBUTING ("What can be done, and how") lists
 * which test does what.
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import * as library from '../../shared/words/files/library.ts'
import { HEADINGS, NAMES } from '../../shared/words/labels.ts'
import { PLACE_NAMES } from '../../shared/words/panel/places.ts'
import { SETUP_NAMES } from '../../shared/words/panel/setup.ts'
import * as build from '../../shared/words/projects/build.ts'
import * as projects from '../../shared/words/projects/projects.ts'
import * as reports from '../../shared/words/reports/statistics.ts'
import * as planning from '../../shared/words/schedule/planning.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { newDir } from '../fakes/rig.ts'
import { type MediaName, media, serve } from '../studio/files/kit.ts'
import { StudioProcess } from '../studio/processes.ts'
import { atEnd } from '../support/atEnd.ts'
import { gone, goneButton } from '../support/gone.ts'
import { button, holdStop, openOnService, openShow, press, tally } from './stagehand.ts'

const FILES: Readonly<Record<string, MediaName>> = {
  '/sunrise.mp4': 'good.mp4',
  '/rain.mkv': 'tenBit.mkv',
  '/birds.mp3': 'sound.mp3',
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const file = (page: Page, name: string) => page.locator('.file-row', { hasText: name })
const usable = (page: Page, name: string) => file(page, name).getByText(library.USE_NAMES.usable)

/** A studio that may import from this machine, and a server that holds each import back until it is released. */
async function openStudio() {
  const dataDir = newDir()
  const studio = new StudioProcess(join(dataDir, 'studio'), ['--allow-private-links', '--preparing-ms', '50'])
  atEnd(() => studio.kill('SIGKILL'))
  await studio.address()
  let letGo = () => {}
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const served = await serve(async ({ url = '' }, response) => {
    await isFree
    const name = FILES[url]
    if (name) createReadStream(media(name)).pipe(response)
    else response.writeHead(404).end()
  })
  atEnd(served.close)
  return { ...(await openShow({ dataDir })), links: served.url, letGo }
}

async function importLinks(page: Page, kind: string, links: readonly string[]): Promise<void> {
  await link(page, library.LIBRARY_NAMES.import).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(library.IMPORT_FORM.linksOrFiles).fill(links.join('\n'))
  await dialog.getByLabel(library.IMPORT_FORM.kind).selectOption({ label: kind })
  await dialog.getByLabel(library.IMPORT_FORM.folder).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: library.importCount(links.length) }).click()
  await gone(page.locator('dialog'))
}

/** Imported and followed, encoded where needed, renamed in a batch, and found by folder. */
async function bringFiles(page: Page, links: string, letGo: () => void): Promise<void> {
  await link(page, PLACE_NAMES.files).click()
  await importLinks(page, library.KIND_NAMES.video, [`${links}/sunrise.mp4`, `${links}/rain.mkv`])
  await importLinks(page, library.KIND_NAMES.audio, [`${links}/birds.mp3`])
  const queue = page.locator('.files-queue')
  await queue.getByText(/^sunrise\.mp4/).waitFor()
  await queue.getByText(library.IMPORT_STATES.running, { exact: true }).waitFor()
  letGo()
  await queue.locator('summary', { hasText: new RegExp(`^${library.imported(3)}$`) }).waitFor()
  await page.locator('nav .folder').nth(1).click()
  // Until the folder is read, its previous content remains on screen.
  await gone(file(page, 'Night train'))
  await file(page, 'sunrise').waitFor()
  await usable(page, 'birds').waitFor()
  await file(page, 'rain').getByText('Encode it').waitFor()
  await file(page, 'rain').getByRole('checkbox').check()
  await button(page, library.LIBRARY_NAMES.encode).click()
  await usable(page, 'rain').waitFor({ timeout: 60_000 })
  await file(page, 'sunrise').getByRole('checkbox').check()
  await button(page, library.LIBRARY_NAMES.rename).click()
  await page.getByLabel(library.RENAME_WORDS.pattern).fill('Window {number}')
  await button(page, library.renameCount(2)).click()
  await file(page, 'Window 2').waitFor()
}

/** A project that runs until it is stopped, on a chosen destination. */
async function makeProject(page: Page): Promise<void> {
  await link(page, PLACE_NAMES.projects).click()
  await link(page, projects.PROJECT_NAMES.create).click()
  await page.getByLabel(projects.FIELD_NAMES.name, { exact: true }).fill('Window 24/7')
  await page.getByRole('radio', { name: projects.DURATIONS.manual }).check({ force: true })
  await page.locator('.project-outlets input').first().check()
  await button(page, projects.PROJECT_NAMES.createThis).click()
  await page.getByRole('heading', { name: 'Window 24/7' }).waitFor()
  await button(page, projects.PROJECT_NAMES.makeTarget).click()
  await page.locator('[data-tally]').getByText('Window 24/7').waitFor()
}

/** @param after the scene that leads to it, and the file it begins with */
async function addScene(page: Page, name: string, after?: readonly [scene: string, file: string]): Promise<void> {
  await button(page, build.BUILD_NAMES.addScene).click()
  await page.getByLabel(build.LAYER_FIELDS.name).first().fill(name)
  if (after) {
    await page.getByLabel(build.BUILD_NAMES.after).selectOption({ label: after[0] })
    await choose(page, after[1])
  }
  await button(page, build.BUILD_NAMES.create).click()
  await page.getByRole('region', { name }).waitFor()
}

async function addLayer(page: Page, kind: string, name: string): Promise<void> {
  await button(page, build.BUILD_NAMES.addLayer).click()
  const form = page.locator('.build-layers form').first()
  await form.getByLabel(build.BUILD_NAMES.kind).selectOption({ label: build.layerType(kind) })
  await form.getByLabel(build.LAYER_FIELDS.name).fill(name)
  await form.getByRole('button', { name: build.BUILD_NAMES.addLayer }).click()
  await page.locator('.build-layer[aria-current]', { hasText: name }).waitFor()
}

async function openLayer(page: Page, name: string): Promise<void> {
  await page.locator('.build-layer', { hasText: name }).click()
  await page.locator('.build-layer[aria-current]', { hasText: name }).waitFor()
}

async function choose(page: Page, ...names: string[]): Promise<void> {
  await button(page, build.BUILD_NAMES.addFiles).first().click()
  const dialog = page.getByRole('dialog')
  for (const name of names) await dialog.getByLabel(name).check()
  await dialog.getByRole('button', { name: build.ADD_FILES_WORDS.add(names.length) }).click()
}

async function addFiles(page: Page, ...names: string[]): Promise<void> {
  await choose(page, ...names)
  await saveList(page)
}

async function saveList(page: Page): Promise<void> {
  const unsaved = page.getByText(build.LIST_WORDS.unsaved)
  await unsaved.waitFor()
  await button(page, build.BUILD_NAMES.save).click()
  await gone(unsaved)
}

/** A scene with a playlist of each kind, one of them smaller and elsewhere; and two scenes in a chain. */
async function buildScenes(page: Page): Promise<void> {
  await link(page, PLACE_NAMES.build).click()
  await addScene(page, 'Day')
  await addLayer(page, 'audioPlaylist', 'Sound')
  await addFiles(page, 'birds')
  await addLayer(page, 'videoPlaylist', 'Views')
  await addFiles(page, 'Window 1', 'Window 2')
  await page.locator('.canvas-own').press('Alt+Shift+ArrowLeft')
  await page.locator('.canvas-own').press('Shift+ArrowRight')
  const box = await page.locator('.canvas-own').getAttribute('aria-label')
  expect(box).toContain('10 % from the left')
  await button(page, build.BUILD_NAMES.save).click()
  await goneButton(page, build.BUILD_NAMES.save)
  await addScene(page, 'Dusk')
  await addLayer(page, 'videoPlaylist', 'Views')
  await addFiles(page, 'Window 2')
  await addScene(page, 'Evening', ['Dusk', 'Window 1'])
  await page.getByText(build.CHAIN_WORDS.deadAir).waitFor()
  await button(page, build.BUILD_NAMES.rename).click()
  await page.getByLabel(build.LAYER_FIELDS.name).first().fill('Night')
  await button(page, build.BUILD_NAMES.rename).last().click()
  await page.getByRole('region', { name: 'Night' }).waitFor()
  await page.reload()
  await page.locator('.build-scene', { hasText: 'Day' }).click()
  await openLayer(page, 'Views')
  await page.getByLabel(box ?? '', { exact: true }).waitFor()
}

/** Changes on air wait for Sync, unless auto-sync publishes them at once. */
async function runShow(page: Page): Promise<void> {
  await link(page, SETUP_NAMES.back).click()
  await button(page, NAMES.checkAgain).click()
  await page.getByRole('region', { name: HEADINGS.check }).getByText('verified').first().waitFor()
  await press(page, NAMES.goLive, 'live')
  await page.getByRole('heading', { name: 'On air: Day' }).waitFor()
  await press(page, NAMES.sync, 'live')
  await link(page, PLACE_NAMES.build).click()
  await openLayer(page, 'Views')
  await page.locator('.build-item input').first().press('Alt+ArrowDown')
  await saveList(page)
  const waiting = page.getByRole('region', { name: build.NOT_SEEN_WORDS.title, includeHidden: true })
  await waiting.getByRole('button', { name: NAMES.sync }).click()
  await gone(waiting)
  await link(page, SETUP_NAMES.back).click()
  await page.getByRole('switch', { name: NAMES.autoSync }).click()
  await page.getByRole('switch', { name: NAMES.autoSync, checked: true }).waitFor()
  await button(page, 'Dusk').click()
  // Its playlist ends after a second, and the chain moves on.
  await page.getByRole('heading', { name: 'On air: Night' }).waitFor()
  await link(page, PLACE_NAMES.schedule).click()
  await page.getByRole('radio', { name: planning.VIEW_NAMES.list }).check({ force: true })
  await page.locator('.run', { hasText: 'Window 24/7' }).getByText(planning.ON_AIR).first().waitFor()
  await link(page, SETUP_NAMES.back).click()
  await holdStop(page)
  await tally(page, 'off')
}

/** The past broadcast, in its project and in the reports, with what played. */
async function lookBack(page: Page): Promise<void> {
  await link(page, PLACE_NAMES.projects).click()
  await button(page, 'Window 24/7').press('Enter')
  await page.locator('.broadcast').first().waitFor()
  await link(page, PLACE_NAMES.reports).click()
  await page.locator('.reports-list .reports-row').first().click()
  await page.locator('.report-numbers').waitFor()
  const log = page.getByRole('region', { name: reports.HEADINGS_OF.played })
  // Files of one second fill the first page of the log before the last scene came on.
  const further = log.getByRole('button', { name: reports.REPORT_NAMES.further })
  // Short blocks have no space for a name; the table shows all of them.
  const shown = (text: string) => log.getByText(text).filter({ visible: true }).first()
  const last = shown('Night')
  await last.or(further).first().waitFor()
  const free = further.and(page.locator(':not([aria-disabled])'))
  const readOn = async () => {
    if (await last.isVisible()) return true
    if (await free.count()) await free.click()
    return false
  }
  await expect.poll(readOn, { timeout: 60_000 }).toBe(true)
  await log.locator('summary').click()
  for (const told of ['Window 1', 'Day']) await shown(told).waitFor()
}

test('a 24/7 channel, from importing three links to its report', { timeout: 300_000 }, async () => {
  const { page, app, links, letGo } = await openStudio()
  // These quick steps use up the request budget now and then.
  page.setDefaultTimeout(60_000)
  await bringFiles(page, links, letGo)
  await makeProject(page)
  await buildScenes(page)
  await runShow(page)
  await lookBack(page)
  expect(app.stderr()).toBe('')
})

test('one date is scheduled and cancelled', { timeout: 60_000 }, async () => {
  const { page } = await openShow()
  const { DATES_NAMES } = planning
  await link(page, PLACE_NAMES.schedule).click()
  await link(page, planning.PLAN_NAMES.add).click()
  await page.getByRole('searchbox', { name: 'Find a project' }).fill('Friday')
  await page.locator('.project-choice').first().click()
  await button(page, DATES_NAMES.send(1)).click()
  await page.getByRole('button', { name: new RegExp(`^${DATES_NAMES.cancel}`) }).click()
  await button(page, DATES_NAMES.cancelYes).click()
  await page.getByText(planning.PLAN_WORDS.none.headline).waitFor()
})

const LAYER = /\/layers\/[^/]+$/

async function openBuild(page: Page): Promise<void> {
  await link(page, PLACE_NAMES.build).click()
  await page.locator('.build-scene').first().waitFor()
}

test('a scene whose response is lost is found, and created only once', { timeout: 60_000 }, async () => {
  const { service, page } = await openOnService()
  service.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: /\/scenes$/ } })
  await openBuild(page)
  await button(page, build.BUILD_NAMES.addScene).click()
  await page.getByLabel(build.LAYER_FIELDS.name).first().fill('Dawn')
  await button(page, build.BUILD_NAMES.create).click()
  await page.getByText('No reply: Create scene: Dawn').waitFor()
  await page.locator('.build-scene', { hasText: 'Dawn' }).waitFor()
  expect(service.count('POST', /\/scenes$/)).toBe(1)
})

test.each([
  ['without room for requests', { kind: 'rateLimited', retryAfterMs: 500 }, 'used up its requests'],
  ['that lacks the operation', { kind: 'answer', status: 404, text: 'Not Found' }, 'no longer knows it'],
] as [string, FaultKind, string][])(
  'of a service %s a save says why, and keeps the entered values',
  {
    timeout: 60_000,
  },
  async (_, fault, says) => {
    const { service, page } = await openOnService()
    service.faults.add({ ...fault, match: { method: 'PATCH', path: LAYER } })
    await openBuild(page)
    await page.getByLabel(build.LAYER_FIELDS.volume).fill('4')
    const save = button(page, build.BUILD_NAMES.save)
    await save.click()
    await page.getByText(says).first().waitFor()
    await expect.poll(() => page.getByLabel(build.LAYER_FIELDS.volume).inputValue()).toBe('4')
    const pressed = () => save.evaluateAll((all) => all.forEach((one) => void (one as HTMLElement).click()))
    await expect.poll(() => pressed().then(() => save.count()), { interval: 500 }).toBe(0)
    await page.reload()
    await expect.poll(() => page.getByLabel(build.LAYER_FIELDS.volume).inputValue()).toBe('4')
  },
)
