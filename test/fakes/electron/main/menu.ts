import type Electron from 'electron'
import { Emitter, strict } from '../strict.ts'

type Written = Pick<Electron.Menu, 'items' | 'popup' | 'closePopup' | 'getMenuItemById'>
type WrittenItem = Pick<
  Electron.MenuItem,
  | 'id'
  | 'label'
  | 'sublabel'
  | 'type'
  | 'enabled'
  | 'visible'
  | 'checked'
  | 'click'
  | 'submenu'
  | 'role'
  | 'accelerator'
>

export class StandInMenu extends Emitter implements Written {
  readonly items: Electron.MenuItem[]

  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Electron.Menu {
    return new StandInMenu(template.map(itemOf)) as unknown as Electron.Menu
  }
  static setApplicationMenu(_menu: Electron.Menu | null): void {}

  private constructor(items: Electron.MenuItem[]) {
    super('Menu')
    this.items = items
  }
  getMenuItemById(id: string): Electron.MenuItem | null {
    return this.items.find((item) => item.id === id) ?? null
  }
  popup(): void {}
  closePopup(): void {}
}

/** As Electron makes them: a press of one that can be ticked ticks it first, then tells. */
function itemOf(options: Electron.MenuItemConstructorOptions): Electron.MenuItem {
  const { submenu, click, type = submenu ? 'submenu' : 'normal', ...rest } = options
  const item: WrittenItem = {
    ...{ id: rest.id ?? '', label: rest.label ?? '', sublabel: rest.sublabel ?? '', type },
    ...{ enabled: rest.enabled ?? true, visible: rest.visible ?? true, checked: rest.checked ?? false },
    accelerator: rest.accelerator ?? null,
    submenu: Array.isArray(submenu) ? StandInMenu.buildFromTemplate(submenu) : (submenu as Electron.Menu | undefined),
    click(event: Electron.KeyboardEvent, window: Electron.BaseWindow | undefined) {
      if (type === 'checkbox') item.checked = !item.checked
      click?.(guarded, window, event)
    },
  }
  const guarded = strict('MenuItem', item) as Electron.MenuItem
  return guarded
}
