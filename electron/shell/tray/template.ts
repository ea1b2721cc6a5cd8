/** A tray menu in Electron's format. */
import type { MenuItemConstructorOptions } from 'electron'
import type { PressItem, TrayItem } from './items.ts'

/** @param onPress called with exactly the item that was shown and clicked */
export function menuTemplate(
  items: readonly TrayItem[],
  platform: string,
  onPress: (item: PressItem) => void,
): MenuItemConstructorOptions[] {
  const one = (item: TrayItem): MenuItemConstructorOptions => {
    if (item.kind === 'gap') return { type: 'separator' }
    if (item.kind === 'press') return pressed(item, platform, onPress)
    const words = { id: item.id, label: escaped(item.label) }
    if (item.kind === 'text') return { ...words, enabled: false }
    return { ...words, submenu: menuTemplate(item.items, platform, onPress) }
  }
  return items.map(one)
}

function pressed(item: PressItem, platform: string, onPress: (item: PressItem) => void): MenuItemConstructorOptions {
  const { id, enabled, checked } = item
  return {
    id,
    enabled,
    ...labelled(item, platform),
    ...(checked === undefined ? {} : { type: 'checkbox', checked }),
    click: () => onPress(item),
  }
}

/** The digit chooses the item only while the menu is open: as a mnemonic, on macOS as the menu's own key. */
function labelled({ label, key }: PressItem, platform: string): MenuItemConstructorOptions {
  const words = escaped(label)
  if (key === undefined) return { label: words }
  return platform === 'darwin' ? { label: words, accelerator: String(key) } : { label: `&${key}  ${words}` }
}

/** Menus read a single "&" as the mark of a mnemonic. */
const escaped = (label: string): string => label.replaceAll('&', '&&')
