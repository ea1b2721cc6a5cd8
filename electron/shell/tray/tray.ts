/** The tray as the system shows it. What it shows and does is decided in `control.ts`. */
import { readFileSync } from 'node:fs'
import { Menu, nativeImage, nativeTheme, Tray } from 'electron'
import type { ShellActions } from '../../app/dispatch.ts'
import type { Place } from '../windows/geometry.ts'
import { createTrayControl, type TrayControlOptions } from './control.ts'
import { iconFiles, variantFor } from './icon.ts'
import type { TrayIcon, TrayView } from './items.ts'
import { menuTemplate } from './template.ts'

export interface TrayOptions extends Omit<TrayControlOptions, 'draw' | 'actions'> {
  actions: ShellActions & {
    /** @param bounds of the icon, on the screen */
    showQuick(bounds: Place): void
  }
  /** Where the pictures of the tray lie. */
  iconsDir: string
}

/** Puts Cuelight into the tray. */
export function createTray({ iconsDir, actions, ...options }: TrayOptions) {
  const { platform } = process
  /** Elsewhere a menu is made when it is asked for, so that none is replaced under the pointer. */
  const holdsMenu = platform !== 'darwin' && platform !== 'win32'
  let tray: Tray | null = null
  const control = createTrayControl({ ...options, actions, draw })

  function draw({ icon, tooltip, title, menu }: Partial<TrayView>): void {
    if (!tray) return
    if (icon) tray.setImage(imageOf(icon))
    if (tooltip !== undefined) tray.setToolTip(tooltip)
    if (title !== undefined && platform === 'darwin') tray.setTitle(title)
    // An indicator shows a menu only as it was when it was set.
    if (menu && holdsMenu) tray.setContextMenu(menuOf())
  }

  const menuOf = () => Menu.buildFromTemplate(menuTemplate(control.view().menu, platform, control.press))

  function imageOf(icon: TrayIcon): Electron.NativeImage {
    const variant = variantFor(platform, panelIsDark(platform))
    const image = nativeImage.createEmpty()
    for (const { scaleFactor, file } of iconFiles(iconsDir, icon, { platform, variant }))
      image.addRepresentation({ scaleFactor, dataURL: `data:image/png;base64,${readFileSync(file, 'base64')}` })
    image.setTemplateImage(variant === 'template')
    return image
  }

  function create(): void {
    tray = new Tray(imageOf(control.view().icon))
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
  return {
    /** Takes it away and puts it there anew: a panel that came late has not seen it. */
    recreate() {
      destroy()
      create()
    },
    stop() {
      nativeTheme.off('updated', control.redraw)
      control.stop()
      destroy()
    },
  }
}

/** Only Windows tells the colour of its taskbar; macOS colours a template by itself. */
function panelIsDark(platform: string): boolean | null {
  return platform === 'win32' ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI : null
}
