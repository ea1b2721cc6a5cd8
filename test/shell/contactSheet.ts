/**
 * Draws every icon at its true size and four times as large, on panels of every kind, and the tray's menu in every
 * state, into `.github/images/tray.png`, for visual inspection.
 *
 *   node test/shell/contactSheet.ts
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TRAY_ICONS } from '../../build/icons/draw.ts'
import { launch } from '../../build/setup/chromium.ts'
import { trayView } from '../../electron/shell/tray/control.ts'
import { ICON_SIZES, type IconSize, iconName, type Variant } from '../../electron/shell/tray/icon.ts'
import type { TrayIcon, TrayItem } from '../../electron/shell/tray/items.ts'
import { TALLIES } from '../../shared/tally.ts'
import { NOW } from '../renderer/states.ts'
import { TRAY_STATES, type TrayState } from './trayKit.ts'

const SHEET = fileURLToPath(new URL('../../.github/images/tray.png', import.meta.url))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function image(icon: TrayIcon, variant: Variant, size: IconSize, times = 1): string {
  const png = readFileSync(join(TRAY_ICONS, iconName(icon, variant, size)), 'base64')
  return `<img class="icon" src="data:image/png;base64,${png}" width="${size * times}" height="${size * times}" alt="">`
}

/** The panels of systems, with the icon variant for each. */
const PANELS: readonly { name: string; colour: string; variant: Variant }[] = [
  { name: 'Windows, dark', colour: '#1c2024', variant: 'onDark' },
  { name: 'Windows, light', colour: '#eef1f4', variant: 'onLight' },
  { name: 'Linux, on dark', colour: '#14171a', variant: 'outlined' },
  { name: 'Linux, on light', colour: '#eef1f4', variant: 'outlined' },
  { name: 'macOS', colour: '#dfe3e8', variant: 'template' },
]

function iconTable(): string {
  const heads = TALLIES.map((tally) => `<th>${tally}</th>`).join('')
  const rows = PANELS.flatMap((panel) => [false, true].map((rehearsal) => iconRow(panel, rehearsal)))
  return `<table><thead><tr><th></th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function iconRow({ name, colour, variant }: (typeof PANELS)[number], rehearsal: boolean): string {
  const cells = TALLIES.map((tally) => {
    const icon = { tally, rehearsal }
    const sizes = ICON_SIZES.filter((size) => size <= 32).map((size) => image(icon, variant, size))
    return `<td style="background:${colour}"><div class="sizes">${sizes.join('')}${image(icon, variant, 16, 4)}</div></td>`
  })
  return `<tr><th>${rehearsal ? 'rehearsal' : name}</th>${cells.join('')}</tr>`
}

function menuList(items: readonly TrayItem[], open: string | null): string {
  return `<ul>${items.map((item) => menuItem(item, open)).join('')}</ul>`
}

function menuItem(item: TrayItem, open: string | null): string {
  if (item.kind === 'gap') return '<li class="gap"></li>'
  if (item.kind === 'text') return `<li class="dim"><i></i>${escaped(item.label)}</li>`
  if (item.kind === 'menu') {
    const inside = item.id === open ? menuList(item.items, null) : ''
    return `<li><i></i>${escaped(item.label)}<b>›</b></li>${inside}`
  }
  const key = item.key === undefined ? '' : `<u>${item.key}</u>`
  return `<li${item.enabled ? '' : ' class="dim"'}><i>${item.checked ? '✓' : ''}</i>${key}${escaped(item.label)}</li>`
}

/** The menus that are shown with an open submenu. */
const OPEN: Record<string, string> = { off: 'target', live: 'watch' }

function menuCard(name: string, { state, answer }: TrayState): string {
  const view = trayView(state, NOW, answer ?? null)
  const title = view.title ? `<span class="title">${escaped(view.title)}</span>` : ''
  return `<section><h2>${image(view.icon, 'onDark', 24)}<span>${name}</span>${title}</h2>
    <p>${escaped(view.tooltip)}</p>${menuList(view.menu, OPEN[name] ?? null)}</section>`
}

const STYLE = `
  body { margin: 0; padding: 28px; background: #0f1214; color: #edf1f4; font: 13px system-ui, sans-serif; width: 1544px }
  h1 { font-size: 17px; margin: 0 0 12px; font-weight: 650 } h1:not(:first-child) { margin-top: 28px }
  table { border-collapse: separate; border-spacing: 2px; width: 100% }
  th { font-weight: 500; color: #a6b1bb; text-align: left; padding: 4px 10px 4px 0; white-space: nowrap }
  thead th { text-align: center; padding: 4px }
  td { padding: 6px 8px } .sizes { display: flex; gap: 7px; align-items: center; justify-content: center }
  .icon { image-rendering: pixelated; flex: none }
  .menus { columns: 4; column-gap: 14px }
  section { break-inside: avoid; background: #1c2024; border: 1px solid #313941; border-radius: 9px; margin: 0 0 14px; overflow: hidden }
  h2 { display: flex; align-items: center; gap: 9px; font-size: 14px; font-weight: 650; margin: 0; padding: 9px 12px 2px }
  .title { margin-left: auto; font-weight: 500; font-size: 12px; color: #a6b1bb }
  p { margin: 0; padding: 2px 12px 9px; color: #a6b1bb; font-size: 12px; border-bottom: 1px solid #313941 }
  ul { list-style: none; margin: 0; padding: 5px 0 }
  ul ul { margin: 0 10px 4px 26px; padding: 4px 0; background: #22282e; border-radius: 6px }
  li { display: flex; align-items: baseline; padding: 3px 12px 3px 4px; line-height: 1.35; overflow-wrap: anywhere }
  li.dim { color: #98a3ad } li i { flex: 0 0 20px; font-style: normal; text-align: center; font-size: 11px }
  li u { flex: 0 0 17px; color: #a6b1bb } li b { margin-left: auto; padding-left: 8px; color: #a6b1bb; font-weight: 400 }
  li.gap { height: 1px; padding: 0; margin: 5px 10px; background: #313941 }`

const cards = Object.entries(TRAY_STATES).map(([name, state]) => menuCard(name, state))
const browser = await launch()
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
await page.setContent(
  `<style>${STYLE}</style><h1>The tray's icons, 16 to 32 pixels and four times 16</h1>${iconTable()}
   <h1>Its menu and its tooltip in every state</h1><div class="menus">${cards.join('')}</div>`,
)
await page.screenshot({ path: SHEET, fullPage: true })
await browser.close()
console.log(`Drawn: ${SHEET}`)
