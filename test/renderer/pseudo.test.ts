/**
 * What the visits of every state in the pseudo-locale (`test/screens`) do not cover: the overlay, and what is mirrored
 * in right-to-left languages.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { pseudo } from '../../build/words/pseudo.ts'
import type { Toast, ToastTone } from '../../shared/settings/desktop.ts'
import type { AppState } from '../../shared/state.ts'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { sharedBrowser } from '../support/browser.ts'
import { desktopState, LICENCES } from './desktopSheet.ts'
import { openState } from './everyState.ts'
import { buildPanel } from './panelFiles.ts'
import { leaks, misfits } from './room.ts'
import { ScriptedCore } from './scriptedCore.ts'
import { appState, arm, liveProject, NOW } from './states.ts'

const HIGH = 820

const ends: (() => Promise<void>)[] = []
let core: ScriptedCore
let page: Page
let address: string

beforeAll(async () => {
  core = new ScriptedCore(await buildPanel('en-XA'), appState())
  core.downloads[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  address = await core.start()
  const browser = await sharedBrowser()
  page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.clock.setFixedTime(NOW)
  ends.push(
    () => page.close(),
    () => core.stop(),
  )
})
afterAll(async () => {
  for (const end of ends.splice(0)) await end()
})

test('all text of the overlay is from the words, and fits in its window, which never grows', async () => {
  await page.setViewportSize({ width: 460, height: 120 })
  for (const tone of ['armed', 'sent', 'onAir', 'done', 'refused', 'unknown'] as const) {
    const state = flashing(tone)
    core.state = state
    await page.goto(`${address}?page=overlay`)
    await page.locator('.flash').waitFor()
    expect([...(await leaks(page, state)), ...(await misfits(page))], tone).toEqual([])
  }
})

/** The core words the overlay's messages, in the language it is built in. */
function flashing(tone: ToastTone): AppState {
  const detail = pseudo('Break is not on air yet. Press Sync.')
  const flash: Toast = { nr: 1, at: NOW, tone, title: pseudo('Break: NOT on air'), detail }
  const armed = tone === 'armed' ? arm({ mode: 'press', expires: NOW + 3_000 }) : null
  const { service } = appState()
  return appState(liveProject(), {
    desktop: desktopState({ flash }),
    arm: armed,
    service: { ...service, rehearsal: true },
  })
}

describe('from right to left', () => {
  const show = appState(liveProject())
  const middle = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (box === null) throw new Error(`there is no ${selector}`)
    return box.x + box.width / 2
  }

  test('what comes first is on the right: lamp, scenes, the side', async () => {
    await page.setViewportSize({ width: 1180, height: HIGH })
    await openState(core, page, address, 'live', { hash: '', state: show })
    const order = async () => [
      (await middle('.tally > .lamp')) < (await middle('.tally-words')),
      (await middle('.scene')) < (await middle('.scene-place:nth-child(2) .scene')),
      (await middle('.controls')) < (await middle('.side')),
      (await middle('.act.go')) < (await middle('.stop')),
    ]
    await expect.poll(() => order()).toEqual([true, true, true, true])
    await page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl' }))
    await expect.poll(() => order()).toEqual([false, false, false, false])
  })

  test('bars fill from the start of the line, and what points along it is mirrored', async () => {
    const low = { ...show, budget: { ...show.budget, remaining: 8 } }
    await openState(core, page, address, 'live', { hash: '', state: low })
    // The meter is last and loads last.
    await page.locator('.meter').waitFor()
    const turned = () =>
      page.evaluate(() => {
        const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
        const end = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect()
        return {
          stop: Number.parseFloat(style('.stop-fill').transformOrigin) > 0,
          tally: /to left|-90deg|270deg/.test(style('.tally').backgroundImage),
          icon: style('.icon.turns').scale.startsWith('-1'),
          budget: Math.abs(end('.meter > [data-part="ours"]').right - end('.meter').right) < 3,
          lampStripe:
            Number.parseFloat(style('.tally').borderRightWidth) > Number.parseFloat(style('.tally').borderLeftWidth),
        }
      })
    const straight = { stop: false, tally: false, icon: false, budget: false, lampStripe: false }
    expect(await turned()).toEqual(straight)
    await page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl' }))
    await expect.poll(() => turned()).toEqual({ stop: true, tally: true, icon: true, budget: true, lampStripe: true })
  })

  test('a right-to-left language sets the direction of the page', async () => {
    const other = new ScriptedCore(await buildPanel('ar-XB'), show)
    ends.unshift(() => other.stop())
    await page.goto(await other.start())
    await page.locator('.controls').waitFor()
    const said = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
    expect(said).toEqual(['ar-XB', 'rtl'])
    expect(await misfits(page)).toEqual([])
  })
})

test('no style uses left or right without a mirrored counterpart', async () => {
  const styles = [...(await buildPanel())].flatMap(([name, text]) => (name.endsWith('.css') ? [String(text)] : []))
  await page.goto('about:blank')
  await page.setContent(styles.map((one) => `<style>${one.replaceAll(/@font-face\s*{[^}]*}/g, '')}</style>`).join(''))
  expect(await page.evaluate(findOneSided)).toEqual([])
})

/** Runs in a page with all our styles: finds whatever uses left or right, or moves one way along the line. */
function findOneSided(): string[] {
  const SIDES = /(^|-)(left|right)(-|$)/
  const ALONG = /\b(left|right)\b|\b-?(90|270)deg/
  const rules: CSSStyleRule[] = []
  const collect = (list: CSSRuleList) => {
    for (const rule of list) {
      if (rule instanceof CSSStyleRule) rules.push(rule)
      else if (rule instanceof CSSGroupingRule) collect(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) collect(sheet.cssRules)
  const twins = new Set(
    rules
      .filter(({ selectorText }) => selectorText.includes(':dir(rtl)'))
      .flatMap(({ selectorText, style }) =>
        [...style].map((name) => `${selectorText.replace(':dir(rtl)', '')} ${name}`),
      ),
  )
  const isOneSided = (style: CSSStyleDeclaration, name: string) => {
    const value = style.getPropertyValue(name)
    if (SIDES.test(name)) {
      const other = name.replace(
        SIDES,
        (_, before, side, after) => `${before}${side === 'left' ? 'right' : 'left'}${after}`,
      )
      return style.getPropertyValue(other) !== value
    }
    return (
      ['text-align', 'float', 'clear', 'transform-origin', 'background-image', 'translate'].includes(name) &&
      moves(name, value)
    )
  }
  const moves = (name: string, value: string) =>
    name === 'translate'
      ? !/^(none$|0(px|%)?( |$))/.test(value)
      : name === 'transform-origin'
        ? /^(left|right|0%|0px|100%)/.test(value)
        : ALONG.test(value)
  return rules.flatMap(({ selectorText, style }) =>
    [...style]
      .filter(
        (name) => isOneSided(style, name) && !selectorText.includes(':dir(') && !twins.has(`${selectorText} ${name}`),
      )
      .map((name) => `${selectorText} { ${name}: ${style.getPropertyValue(name)} }`),
  )
}
