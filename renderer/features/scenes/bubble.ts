/** A part of the window, in px from its corner. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Needs {
  /** What it belongs to. */
  tile: Box
  /** It keeps within these sides. */
  room: Pick<Box, 'left' | 'right'>
  /** What it must not cover. */
  onAir: Box | null
  size: { width: number; height: number }
  /** The end of the window. */
  below: number
}

/** It overlaps its tile so much, to be seen as its own. */
const OVERLAP = 4

/**
 * Where an answer stands: under its tile, begun where that begins; above it, where it would cover the tile that is on air or
 * leave the window.
 */
export function bubblePlace({ tile, room, onAir, size, below }: Needs): { left: number; top: number } {
  const left = Math.max(room.left, Math.min(tile.left, room.right - size.width))
  const [under, above] = [tile.bottom - OVERLAP, tile.top + OVERLAP - size.height]
  const covers = (top: number) =>
    onAir !== null &&
    left < onAir.right &&
    left + size.width > onAir.left &&
    // Its own tile may be the one on air: that much it always overlaps.
    top + OVERLAP < onAir.bottom &&
    top + size.height - OVERLAP > onAir.top
  const fitsUnder = !covers(under) && under + size.height <= below
  return { left, top: fitsUnder || covers(above) || above < 0 ? under : above }
}
