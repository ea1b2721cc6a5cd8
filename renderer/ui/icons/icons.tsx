/**
 * The icons (Lucide), under the names used here. Signs for the state of the show are not among them: those are our
 * own shapes (`Lamp.tsx`). These load with the first script; icons that only later screens use are in
 * `lateIcons.tsx`.
 */
import * as lucide from 'lucide-react'

/** An icon as large as its text, hidden from screen readers because there is always text beside it. */
export const drawn = (Shape: lucide.LucideIcon, className = 'icon') =>
  function Icon() {
    return <Shape className={className} aria-hidden="true" focusable="false" />
  }
/** Icons that point along the reading direction are mirrored with it. */
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
