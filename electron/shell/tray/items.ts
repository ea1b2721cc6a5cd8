/** The items of a tray menu. Plain data: two menus are equal if their JSON is. */
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Intent } from '../../../shared/intents/intents.ts'
import type { Tally } from '../../../shared/tally.ts'
import { escapeControls } from '../../../shared/util/escapeControls.ts'
import type { MenuAction, ShellAction } from '../../app/dispatch.ts'

/** A clickable item. One that would do nothing is disabled, and gives the reason in its label. */
export interface PressItem {
  kind: 'press'
  id: string
  label: string
  enabled: boolean
  does: MenuAction | null
  /** If set, the item has a checkmark that shows the current state, never the state a click would lead to. */
  checked?: boolean
  /** The digit that chooses it while the menu is open. */
  key?: number
}
export type TextItem = { kind: 'text'; id: string; label: string }
type MenuItem = { kind: 'menu'; id: string; label: string; items: TrayItem[] }
export type TrayItem = PressItem | TextItem | MenuItem | { kind: 'gap' }

/** Which icon is drawn; variant and size depend on the system. */
export interface TrayIcon {
  tally: Tally
  rehearsal: boolean
}

export interface TrayView {
  icon: TrayIcon
  tooltip: string
  /** Beside the icon, if the system has space for text (macOS). */
  title: string
  menu: TrayItem[]
}

/** Longer labels make a menu that fills the screen. */
const LONGEST = 110
/** The limit for a name in a label, so that the text after it stays visible. */
const LONGEST_NAME = 44

/** Cuts a text longer than `most` UTF-16 units (which systems count) between characters as users see them. */
export function cut(text: string, most = LONGEST): string {
  const line = escapeControls(ODD_SPACE.test(text) ? text.replace(/\s+/g, ' ').trim() : text)
  if (line.length <= most) return line
  let end = 0
  for (const { index } of graphemes.segment(line)) {
    if (index >= most) break
    end = index
  }
  return `${line.slice(0, end).trimEnd()}…`
}
/** A menu has one line per item, and no space for invisible characters. */
const ODD_SPACE = /^\s|\s\s|[^\S ]|\s$/
const graphemes = new Intl.Segmenter()

/** A text that must be readable as a whole, wrapped into menu lines. */
export function lines(id: string, whole: string, most = 4): TextItem[] {
  const found: string[] = []
  for (const word of whole.split(/\s+/)) {
    const last = found.at(-1)
    if (last === undefined || last.length + word.length >= WRAP_AT) found.push(word)
    else found[found.length - 1] = `${last} ${word}`
  }
  const kept = found.length > most ? [...found.slice(0, most - 1), found.slice(most - 1).join(' ')] : found
  return kept.map((line, index) => text(`${id}.${index + 1}`, line))
}
const WRAP_AT = 64

export const cutName = (name: string): string => cut(name, LONGEST_NAME)

export const gap: TrayItem = { kind: 'gap' }

export const text = (id: string, label: string): TextItem => ({ kind: 'text', id, label: cut(label) })

/** @param does null: it would do nothing, and its label or a nearby line gives the reason */
export function press(id: string, label: string, does: MenuAction | null): PressItem {
  return { kind: 'press', id, label: cut(label), enabled: does !== null, does }
}

export const command = (input: CommandInput): MenuAction => ({ command: input })
/** The intended command, unless there is a reason why it would do nothing. */
export const asks = (meant: Intent, why: string | null): MenuAction | null =>
  !('reason' in meant) && why === null ? command(meant) : null
export const shell = (action: ShellAction): MenuAction => ({ shell: action })
