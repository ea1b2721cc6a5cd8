/**
 * The icons, of one set (Lucide), under the names they have here. What says how the show stands is not among them: those
 * shapes are our own (`Lamp.tsx`).
 */
import {
  ArrowDownUp,
  BadgeAlert,
  ChevronDown as ChevronDownIcon,
  ChevronLeft as ChevronLeftIcon,
  ChevronRight as ChevronRightIcon,
  Circle as CircleIcon,
  CircleMinus,
  CircleQuestionMark,
  CloudOff,
  CreditCard,
  Download as DownloadIcon,
  Ellipsis,
  ExternalLink,
  Grid2x2,
  Grid3x3,
  History,
  Hourglass as HourglassIcon,
  Inbox,
  Keyboard as KeyboardIcon,
  KeyRound,
  Lock,
  LockOpen,
  type LucideIcon,
  Minus,
  Plus as PlusIcon,
  Power,
  Printer as PrinterIcon,
  RefreshCw,
  Rows3,
  Search as SearchIcon,
  Check as TickIcon,
  TriangleAlert,
  Undo2,
  Unplug,
  X,
} from 'lucide-react'

/**
 * Its size follows the text it stands in (`.icon`), and it is hidden from screen readers: words stand beside it. What points
 * along the line of reading turns with it (`.turns`).
 */
export const drawn = (Shape: LucideIcon, className = 'icon') =>
  function Icon() {
    return <Shape className={className} aria-hidden="true" focusable="false" />
  }
const turning = (Shape: LucideIcon) => drawn(Shape, 'icon turns')

export const ChevronDown = drawn(ChevronDownIcon)
export const ChevronLeft = turning(ChevronLeftIcon)
export const ChevronRight = turning(ChevronRightIcon)
export const BackArrow = turning(Undo2)
export const RefreshArrow = drawn(RefreshCw)
export const Padlocked = drawn(Lock)
export const PadlockOpen = drawn(LockOpen)
export const Outward = turning(ExternalLink)
export const Circle = drawn(CircleIcon)
export const Dash = drawn(Minus)
export const Plus = drawn(PlusIcon)
export const Tick = drawn(TickIcon)
export const Cross = drawn(X)
export const Bar = drawn(CircleMinus)
export const Question = drawn(CircleQuestionMark)
export const Dots = drawn(Ellipsis)
export const Warning = drawn(TriangleAlert)
export const Order = drawn(ArrowDownUp)
export const Lines = drawn(Rows3)
export const GridFine = drawn(Grid3x3)
export const GridWide = drawn(Grid2x2)
export const Search = drawn(SearchIcon)
export const Keyboard = drawn(KeyboardIcon)
export const Printer = drawn(PrinterIcon)
export const Download = drawn(DownloadIcon)
export const Fault = drawn(BadgeAlert)
export const CloudGone = drawn(CloudOff)
export const NoPlan = drawn(CreditCard)
export const Past = drawn(History)
export const Hourglass = drawn(HourglassIcon)
export const Empty = drawn(Inbox)
export const Key = drawn(KeyRound)
export const Off = drawn(Power)
export const Unplugged = drawn(Unplug)
