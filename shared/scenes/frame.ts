/** A layer's place in the frame. Services count in percent of the frame or in its pixels (`positionUnit`). Pure. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Frame {
  unit: '%' | 'px'
  width: number
  height: number
  /** Width over height, as displayed. */
  ratio: number
}

/** The frame in whose unit these boxes are given: a value beyond 100 cannot be a percentage. */
export function frameOf(
  format: { aspectRatio: string | null; resolution: string | null } | null,
  boxes: readonly Box[],
): Frame {
  const [wide = 16, high = 9] = (format?.aspectRatio ?? '')
    .split(':')
    .map(Number)
    .filter((part) => part > 0)
  const ratio = wide / high
  const isPercent = boxes.every((box) => Math.max(box.x + box.width, box.y + box.height) <= 100)
  if (isPercent) return { unit: '%', width: 100, height: 100, ratio }
  const sides = (format?.resolution ?? '').match(/\d+/g)?.map(Number) ?? []
  const short = sides.length > 0 ? Math.min(...sides) : 1_080
  const [width, height] = ratio >= 1 ? [Math.round(short * ratio), short] : [short, Math.round(short / ratio)]
  return { unit: 'px', width, height, ratio }
}

/** The smallest share of the frame that a layer may have. */
const LEAST = 0.02

/** Fits a box into the frame, in whole units. */
export function within({ width: wide, height: high }: Frame, box: Box): Box {
  const width = Math.round(Math.min(wide, Math.max(wide * LEAST, box.width)))
  const height = Math.round(Math.min(high, Math.max(high * LEAST, box.height)))
  return {
    x: Math.round(Math.min(wide - width, Math.max(0, box.x))),
    y: Math.round(Math.min(high - height, Math.max(0, box.y))),
    width,
    height,
  }
}
