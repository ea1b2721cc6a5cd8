/** Boxes of layers within the frame of a project. */
import { expect, test } from 'vitest'
import { frameOf, within } from '../../shared/scenes/frame.ts'

const HALF = { x: 50, y: 0, width: 50, height: 50 }
const WIDE = { aspectRatio: '16:9', resolution: '1920x1080' }

test('a frame is measured in percent unless a box extends beyond 100, then in the pixels of the project', () => {
  expect(frameOf(WIDE, [HALF])).toEqual({ unit: '%', width: 100, height: 100, ratio: 16 / 9 })
  const pixels = [HALF, { x: 0, y: 0, width: 640, height: 360 }]
  expect(frameOf(WIDE, pixels)).toMatchObject({ unit: 'px', width: 1_920, height: 1_080 })
  const high = { aspectRatio: '9:16', resolution: '720x1280' }
  expect(frameOf(high, pixels)).toMatchObject({ unit: 'px', width: 720, height: 1_280 })
  expect(frameOf(null, pixels)).toMatchObject({ width: 1_920, height: 1_080 })
})

test('a box remains within its frame, whole and large enough to grab', () => {
  const frame = frameOf(WIDE, [HALF])
  expect(within(frame, { x: 90, y: -7, width: 40.4, height: 0 })).toEqual({ x: 60, y: 0, width: 40, height: 2 })
  expect(within(frame, { x: 0, y: 0, width: 900, height: 900 })).toEqual({ x: 0, y: 0, width: 100, height: 100 })
})
