/**
 * The icons, of one set (Lucide), under the names they have here. What says how the show stands is not among them: those
 * shapes are our own (`Lamp.tsx`). These come with the first script; those that only later screens draw are in
 * `lateIcons.tsx`.
 */
import * as lucide from 'lucide-react'

/** As large as its text, and hidden from screen readers: words stand beside it. */
export const drawn = (Shape: lucide.LucideIcon, className = 'icon') =>
  function Icon() {
    return <Shape className={className} aria-hidden="true" focusable="false" />
  }
/** What points along the line of reading turns with it. */
const turning = (Shape: lucide.LucideIcon) => drawn(Shape, 'icon turns')

export const ChevronDown = drawn(lucide.ChevronDown)
export const ChevronLeft = turning(lucide.ChevronLeft)
export const ChevronRight = turning(lucide.ChevronRight)
export const BackArrow = turning(lucide.Undo2)
export const RefreshArrow = drawn(lucide.RefreshCw)
export const Padlocked = drawn(lucide.Lock)
export const PadlockOpen = drawn(lucide.LockOpen)
export const Outward = turning(lucide.ExternalLink)
export const Tick = drawn(lucide.Check)
export const Cross = drawn(lucide.X)
export const Bar = drawn(lucide.CircleMinus)
export const Question = drawn(lucide.CircleQuestionMark)
export const Dots = drawn(lucide.Ellipsis)
export const Warning = drawn(lucide.TriangleAlert)
export const CloudGone = drawn(lucide.CloudOff)
export const NoPlan = drawn(lucide.CreditCard)
export const Past = drawn(lucide.History)
export const Hourglass = drawn(lucide.Hourglass)
export const Empty = drawn(lucide.Inbox)
export const Key = drawn(lucide.KeyRound)
export const Off = drawn(lucide.Power)
export const Unplugged = drawn(lucide.Unplug)
