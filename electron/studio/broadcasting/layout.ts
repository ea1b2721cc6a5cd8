/** Where the pictures of layers are in the frame: each whole in the middle of its layer's place, and cut off at the frame. */
import type { Area, ComposedPart } from '../files/encoding/compositions.ts'
import type { Frame } from '../files/encoding/playCopy.ts'

/** A place in percent of the frame. */
export type Box = Area

const WHOLE: Box = { x: 0, y: 0, width: 100, height: 100 }

/** Whether a layer fills the frame: then its copies are sent as they are. */
export const isWhole = (box: Box): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(box[side] - WHOLE[side]) < 0.05)

/**
 * What is seen of a file, and where.
 *
 * @param aspect of the file's picture, width by height: its copy has black bars beside it; null: not known
 * @returns null: nothing of it is in the frame
 */
export function placeOf(box: Box, aspect: number | null, frame: Frame): ComposedPart['seen'] {
  const content = fitted({ x: 0, y: 0, ...frame }, aspect ?? frame.width / frame.height)
  const inPixels = {
    ...{ x: (box.x * frame.width) / 100, y: (box.y * frame.height) / 100 },
    ...{ width: (box.width * frame.width) / 100, height: (box.height * frame.height) / 100 },
  }
  const place = fitted(inPixels, content.width / content.height)
  const at = even(common(place, { x: 0, y: 0, ...frame }))
  if (at.width < 2 || at.height < 2) return null
  const scale = content.width / place.width
  const crop = {
    ...{ x: content.x + (at.x - place.x) * scale, y: content.y + (at.y - place.y) * scale },
    ...{ width: at.width * scale, height: at.height * scale },
  }
  return { crop: atLeastTwo(even(common(crop, content)), frame), at }
}

/** Whether nothing can be seen below it. */
export const covers = (at: Area, below: Area): boolean =>
  at.x <= below.x &&
  at.y <= below.y &&
  at.x + at.width >= below.x + below.width &&
  at.y + at.height >= below.y + below.height

/** The largest area of an aspect in the middle of another area. */
function fitted({ x, y, width, height }: Area, aspect: number): Area {
  const [across, down] = [Math.min(width, height * aspect), Math.min(height, width / aspect)]
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down }
}

function common(one: Area, other: Area): Area {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** Enlarged far, less than a pixel of it fills the frame. */
const atLeastTwo = ({ x, y, width, height }: Area, frame: Frame): Area => ({
  ...{ x: Math.min(x, frame.width - 2), y: Math.min(y, frame.height - 2) },
  ...{ width: Math.max(2, width), height: Math.max(2, height) },
})

function even({ x, y, width, height }: Area): Area {
  const near = (value: number) => Math.round(value / 2) * 2
  const [left, top] = [near(x), near(y)]
  return { x: left, y: top, width: near(x + width) - left, height: near(y + height) - top }
}
