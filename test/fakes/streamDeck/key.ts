/** One key or dial of the stand-in: what hands do with it, and what it shows. */
import { randomUUID } from 'node:crypto'

export type Key = ReturnType<typeof createKey>

interface KeyOptions {
  /** The action's id in the manifest. */
  action: string
  controller: 'Keypad' | 'Encoder'
  place: { column: number; row: number }
  device: string
  send: (message: object) => void
}

export function createKey({ action, controller, place: coordinates, device, send }: KeyOptions, first: object) {
  const context = randomUUID()
  const pictures: string[] = []
  let settings = first
  const payload = (more: object = {}) => ({ settings, coordinates, controller, isInMultiAction: false, ...more })
  const event = (name: string, more?: object) =>
    send({ event: name, action, context, device, payload: payload(more) })
  const isDial = controller === 'Encoder'
  const latest = () => pictures.at(-1) ?? ''
  const attribute = (name: string) => new RegExp(`data-${name}="(\\w+)"`).exec(latest())?.[1] ?? null

  return {
    ...{ context, action },
    appear: () => event('willAppear'),
    disappear: () => event('willDisappear'),
    choose(chosen: object): void {
      settings = chosen
      event('didReceiveSettings')
    },
    inspected: () => send({ event: 'propertyInspectorDidAppear', action, context, device }),
    /** What the application passes to a property inspector of this key. */
    inspects: () => ({ action, context, device, payload: payload() }),
    /** The plugin has drawn it. Only an SVG that is passed as the vendor's documents show can be seen. */
    drawn(image: unknown): void {
      const [, coded] = /^data:image\/svg\+xml(?:;base64)?,(.*)$/.exec(String(image)) ?? []
      if (coded === undefined || isDial !== String(image).includes(';base64,'))
        throw new Error(`no picture: ${String(image).slice(0, 80)}`)
      pictures.push(isDial ? Buffer.from(coded, 'base64').toString() : decodeURIComponent(coded))
    },
    down: () => event(isDial ? 'dialDown' : 'keyDown'),
    up: () => event(isDial ? 'dialUp' : 'keyUp'),
    press(): void {
      this.down()
      this.up()
    },
    turn: (ticks: number) => event('dialRotate', { ticks, pressed: false }),
    /** Every picture that it has shown. */
    pictures,
    svg: latest,
    lamp: () => attribute('lamp'),
    /** The lamp with what it means, as in `on air`. */
    lit: () => `${attribute('lamp')} ${attribute('tone')}`,
    /** All text on it. */
    text: () => [...latest().matchAll(/<text[^>]*>([^<]*)</g)].map(([, line]) => line).join(' '),
  }
}
