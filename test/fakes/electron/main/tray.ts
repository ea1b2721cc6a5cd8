import type Electron from 'electron'
import { Emitter } from '../strict.ts'

type Written = Pick<
  Electron.Tray,
  | ('setImage' | 'setToolTip' | 'setTitle' | 'setContextMenu' | 'popUpContextMenu' | 'setIgnoreDoubleClickEvents')
  | ('getBounds' | 'destroy' | 'isDestroyed')
>

/** An icon that nobody sees; what it is told, the probe knows. */
export class StandInTray extends Emitter implements Written {
  #destroyed = false

  constructor(_image: Electron.NativeImage | string) {
    super('Tray')
  }
  setImage(_image: Electron.NativeImage | string): void {
    this.#there()
  }
  setToolTip(_text: string): void {
    this.#there()
  }
  setTitle(_text: string): void {
    this.#there()
  }
  setContextMenu(_menu: Electron.Menu | null): void {
    this.#there()
  }
  popUpContextMenu(_menu?: Electron.Menu): void {
    this.#there()
  }
  setIgnoreDoubleClickEvents(_ignore: boolean): void {
    this.#there()
  }
  getBounds(): Electron.Rectangle {
    this.#there()
    return { x: 1500, y: 0, width: 24, height: 24 }
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  destroy(): void {
    this.#destroyed = true
  }

  #there(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
  }
}
