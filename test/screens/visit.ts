import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { timeName } from '../../shared/words/schedule/planning.ts'
import { axePath, overEdge, tooSmall, violations } from '../renderer/axe.ts'
import { LICENCES } from '../renderer/desktopSheet.ts'
import { openState, sizeOf } from '../renderer/everyState.ts'
import { READS } from '../renderer/projectStates.ts'
import { pictured, REPORTS } from '../renderer/reports.ts'
import { aFrame, leaks, misfits } from '../renderer/room.ts'
import type { ScriptedCore } from '../renderer/scriptedCore.ts'
import type { SetUpState } from '../renderer/setupSheet.ts'
import { QUICK_SHEET } from '../renderer/sheet.ts'
import { NOW } from '../renderer/states.ts'
import { putIntoEnglish } from './english.ts'

/** A page on which states are opened, on a core that supplies what each needs. */
export interface Visitor {
  core: ScriptedCore
  page: Page
  address: string
  /** Errors the page reported. */
  problems: string[]
}

const HIGH = 820
/** Beside the tray: the width the desktop app opens it with, and the narrowest supported. */
const WIDTHS = { window: [320, 390, 720, 1180], besideTray: [320, 380] }
const ENGLISH_WIDTHS = { window: [320, 390, 420], besideTray: [380] }
const PHONE = { width: 390, height: 800 }
/** A window of 1180 × 820 at 200 %: half as many pixels, each twice as large. */
const ZOOMED = { width: 590, height: 410, deviceScaleFactor: 2, mobile: false }

/** Three hundred scenes or fifty accounts only repeat what the smaller states contain. */
const MANY = ['many', 'accountsMany', 'quick-many']
/** Tables become cards on a phone. */
const WITH_TABLE = /^(interface|report)/

const DARK = { colorScheme: 'dark', contrast: null, forcedColors: null } as const
/** In these modes the page differs in nothing but its colours. */
const COLOURS = { only: ['color-contrast', 'link-in-text-block'] }
const LIGHT = {
  light: { colorScheme: 'light', contrast: null, forcedColors: null },
  'light, with more contrast': { colorScheme: 'light', contrast: 'more', forcedColors: null },
} as const
/** The system's colours are drawn here; axe would judge our own, which are not. */
const FORCED = { colorScheme: 'dark', contrast: null, forcedColors: 'active' } as const

/**
 * Opens one state once and checks it in every way. Returns what is wrong with it: texts that are not from the words,
 * what does not fit with 40 % longer words in both directions, what axe finds in any colours, and what does not fit in
 * English.
 */
export async function wrongIn(visitor: Visitor, name: string, state: SetUpState): Promise<string[]> {
  const { core, page, address } = visitor
  await page.emulateMedia(DARK)
  await page.setViewportSize(sizeOf(name))
  const before = core.reads.length
  await openState(core, page, address, name, state)
  return [
    ...(await leaks(page, state.state, () => given(core, before, name, state))),
    ...(await misfitsIn(page, name)),
    ...(await axeIn(page, name)),
    ...(await misfitsInEnglish(page, name)),
    ...visitor.problems.splice(0),
  ]
}

const placeOf = (name: string) => (name in QUICK_SHEET ? 'besideTray' : 'window')

/** Texts a page may show that are not our words: its data, what was typed, the name of the time zone. */
function given(core: ScriptedCore, before: number, name: string, state: SetUpState): unknown {
  const read = core.reads.slice(before).map(({ name: what, input }) => (state.read ?? READS)(what, input))
  const typed = [state.sought, state.type, new URLSearchParams(state.hash.split('?')[1]).get('find')]
  const report = (REPORTS[name] ?? pictured)(null)
  const zone = { name: timeName(NOW, Intl.DateTimeFormat().resolvedOptions().timeZone) }
  const asNames = typed.map((one) => ({ name: one }))
  return [state.reply, LICENCES, report, zone, ...asNames, ...read.map((value) => ({ message: value, value }))]
}

async function misfitsIn(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = []
  const widths = WIDTHS[placeOf(name)]
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((to) => Object.assign(document.documentElement, { dir: to }), dir)
    // The direction affects the layout only at the narrowest and the widest size, so the others are checked once.
    for (const width of dir === 'ltr' ? widths : [widths[0] ?? 0, widths.at(-1) ?? 0]) {
      await page.setViewportSize({ width, height: HIGH })
      wrong.push(...(await misfits(page)).map((misfit) => `${dir}, ${width} wide: ${misfit}`))
    }
  }
  await page.evaluate(() => Object.assign(document.documentElement, { dir: 'ltr' }))
  return wrong
}

const axeSource = readFileSync(axePath, 'utf8')

async function axeIn(page: Page, name: string): Promise<string[]> {
  if (MANY.includes(name)) return []
  const wrong: string[] = []
  const look = async (mode: string, rules?: Parameters<typeof violations>[1]) =>
    wrong.push(...(await violations(page, rules)).map((one) => `axe, ${mode}: ${one}`))
  await page.setViewportSize(sizeOf(name))
  await loadAxe(page)
  await look('dark')
  const inDark = await page.evaluate(layout)
  for (const [mode, media] of Object.entries(LIGHT)) {
    await page.emulateMedia(media)
    await look(mode, COLOURS)
  }
  await page.emulateMedia(FORCED)
  // If no element appeared, vanished or changed its size, axe has nothing new to find.
  if ((await page.evaluate(layout)) !== inDark)
    await look('dark, with forced colours', { without: ['color-contrast'] })
  await page.emulateMedia(DARK)
  if (!WITH_TABLE.test(name)) return wrong
  await page.setViewportSize(PHONE)
  await look('on a phone')
  return wrong
}

/** Through the debugger, because the content security policy forbids any other way. */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axeSource })
  await session.detach()
}

/** Runs in the page: every visible element and its size. */
function layout(): string {
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => {
      const { width, height } = one.getBoundingClientRect()
      return `${one.tagName} ${width}×${height}`
    })
    .join()
}

async function misfitsInEnglish(page: Page, name: string): Promise<string[]> {
  await putIntoEnglish(page)
  const wrong: string[] = []
  for (const width of ENGLISH_WIDTHS[placeOf(name)]) {
    await page.setViewportSize({ width, height: 800 })
    await aFrame(page)
    wrong.push(...(await overEdge(page)).map((one) => `in English, ${width} wide, over the edge: ${one}`))
    wrong.push(...(await tooSmall(page)).map((one) => `in English, ${width} wide, too small to hit: ${one}`))
  }
  // The emulated metrics last as long as this session.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', ZOOMED)
  await aFrame(page)
  wrong.push(...(await overEdge(page)).map((one) => `in English, at 200 %, over the edge: ${one}`))
  await session.detach()
  return wrong
}
