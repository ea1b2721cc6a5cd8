/** Icons used only by screens in separate scripts, kept out of the first script. */
import * as lucide from 'lucide-react'
import { drawn } from './icons.tsx'

export const Sliders = drawn(lucide.SlidersHorizontal)
export const Circle = drawn(lucide.Circle)
export const Dash = drawn(lucide.Minus)
export const Grip = drawn(lucide.GripVertical)
export const Plus = drawn(lucide.Plus)
export const GoodTick = drawn(lucide.Check, 'icon good')
export const Order = drawn(lucide.ArrowDownUp)
export const Star = drawn(lucide.Star)
export const Lines = drawn(lucide.Rows3)
export const GridFine = drawn(lucide.Grid3x3)
export const GridWide = drawn(lucide.Grid2x2)
export const Search = drawn(lucide.Search)
export const Keyboard = drawn(lucide.Keyboard)
export const Printer = drawn(lucide.Printer)
export const Download = drawn(lucide.Download)
export const Fault = drawn(lucide.BadgeAlert)
