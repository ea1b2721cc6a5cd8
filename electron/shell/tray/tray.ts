/** Shows the tray through the system. `control.ts` decides what it shows and does. */
import { readFileSync } from 'node:fs'
import { Menu, nativeImage, nativeTheme, screen, Tray } from 'electron'
import type { ShellActions } from '../../app/dispatch.ts'
import type { Place } from '../windows/geometry.ts'
import { createTrayControl, type TrayControlOptions } from './control.ts'
import { showsTrays } from './host.ts'
import { iconFiles, variantFor } from './icon.ts'
import type { TrayIcon, TrayView } from './items.ts'
import { menuTemplate } from './template.ts'

export interface TrayOptions extends Omit<TrayControlOptions, 'draw' | 'actions'> {
  actions: ShellActions & {
    /** @param bounds of the icon, on the screen */
    showQuick(bounds: Place): void
  }
  /** The folder of the tray icons. */
  iconsDir: string
}

/** Adds Cuelight to the tray. */
export function createTray({ iconsDir, actions, ...options }: TrayOptions) {
  const { platform } = process
  /** True on Linux. Elsewhere a menu is built on request, so that none is replaced under the pointer. */
  const holdsMenu = platform !== 'darwin' && platform !== 'win32'
  let tray: Tray | null = null
  const control = createTrayControl({ ...options, actions, draw })

  function draw({ icon, tooltip, title, menu }: Partial<TrayView>): void {
    if (!tray) return
    if (icon) tray.setImage(imageOf(icon))
    if (tooltip !== undefined) tray.setToolTip(tooltip)
    if (title !== undefined && platform === 'darwin') tray.setTitle(title)
    // A Linux indicator keeps showing the menu as it was when set.
    if (menu && holdsMenu) tray.setContextMenu(menuOf())
  }

  const menuOf = () => Menu.buildFromTemplate(menuTemplate(control.view().menu, platform, control.press))

  function imageOf(icon: TrayIcon): Electron.NativeImage {
    const variant = variantFor(platform, panelIsDark(platform))
    const { scaleFactor: scale } = screen.getPrimaryDisplay()
    const image = nativeImage.createEmpty()
    for (const { scaleFactor, file } of iconFiles(iconsDir, icon, { platform, variant, scale }))
      image.addRepresentation({ scaleFactor, dataURL: `data:image/png;base64,${readFileSync(file, 'base64')}` })
    image.setTemplateImage(variant === 'template')
    return image
  }

  function create(): void {
    const image = imageOf(control.view().icon)
    tray = platform === 'darwin' ? new Tray(image, MAC_PLACE) : new Tray(image)
    if (platform === 'darwin') tray.setIgnoreDoubleClickEvents(true)
    if (holdsMenu) tray.on('click', () => actions.showPanel())
    else {
      tray.on('click', (_, bounds) => actions.showQuick(bounds))
      tray.on('right-click', () => tray?.popUpContextMenu(menuOf()))
    }
    control.redraw()
  }

  function destroy(): void {
    tray?.destroy()
    tray = null
  }

  nativeTheme.on('updated', control.redraw)
  create()
  const shown = showsTrays(platform)
  let wasShown: Promise<boolean | null> = shown
  return {
    /** Is the icon visible on this desktop? Null: unknown. */
    shown,
    /** The position of the icon on the screen; null: there is none. */
    place: () => tray?.getBounds() ?? null,
    /**
     * Draws the icon again, because the desktop may have lost it. It is only created again if a panel appeared that has
     * never seen it: Windows treats each new icon as a different one and moves it back into the overflow (electron 45:
     * shell/browser/ui/win/notify_icon_host.cc), and on Linux a second icon of a process may not respond (#49517).
     *
     * @returns whether a panel has appeared since there was none
     */
    async refresh() {
      const before = wasShown
      wasShown = showsTrays(platform)
      const cameLate = (await before) === false && (await wasShown) === true
      if (!tray) return cameLate
      if (cameLate) {
        destroy()
        create()
      } else control.redraw()
      return cameLate
    },
    stop() {
      nativeTheme.off('updated', control.redraw)
      control.stop()
      destroy()
    },
  }
}

/** With this id macOS remembers where the user placed the icon (electron 45: docs/api/tray.md, `guid`). */
const MAC_PLACE = 'c9c4ed4b-19d5-4ac0-a4fc-2d3a4a0d8b6e'

/** Only Windows reports the color of its taskbar; macOS colors a template itself. */
function panelIsDark(platform: string): boolean | null {
  return platform === 'win32' ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI : null
}
