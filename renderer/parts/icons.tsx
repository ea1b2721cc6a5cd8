import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export const ChevronLeft = () => (
  <Icon>
    <path d="M12.5 4.5 7 10l5.5 5.5" />
  </Icon>
)
export const ChevronRight = () => (
  <Icon>
    <path d="M7.5 4.5 13 10l-5.5 5.5" />
  </Icon>
)
export const BackArrow = () => (
  <Icon>
    <path d="M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8h-2" />
  </Icon>
)
export const RefreshArrow = () => (
  <Icon>
    <path d="M15.5 6.5A6.5 6.5 0 1 0 16.5 10M16 3v4h-4" />
  </Icon>
)
export const Sliders = () => (
  <Icon>
    <path d="M3.5 6h6M14.5 6h2M3.5 14h2M10.5 14h6" />
    <circle cx="12" cy="6" r="2.25" />
    <circle cx="8" cy="14" r="2.25" />
  </Icon>
)
export const Padlocked = () => (
  <Icon>
    <rect x="4.5" y="9" width="11" height="8" rx="1.5" />
    <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
  </Icon>
)
export const PadlockOpen = () => (
  <Icon>
    <rect x="4.5" y="9" width="11" height="8" rx="1.5" />
    <path d="M7 9V6a3 3 0 0 1 5.8-1" />
  </Icon>
)
export const Outward = () => (
  <Icon>
    <path d="M8 5H4.5v10.5H15V12M11 4h5v5M16 4l-7 7" />
  </Icon>
)
export const Circle = () => (
  <Icon>
    <circle cx="10" cy="10" r="5.5" />
  </Icon>
)
export const Dash = () => (
  <Icon>
    <path d="M5.5 10h9" />
  </Icon>
)
export const Tick = () => (
  <Icon>
    <path d="m4.5 10.5 3.5 3.5 7.5-8" />
  </Icon>
)
export const Cross = () => (
  <Icon>
    <path d="m5.5 5.5 9 9m0-9-9 9" />
  </Icon>
)
export const Bar = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M6.5 10h7" />
  </Icon>
)
export const Question = () => (
  <Icon>
    <path d="M7 7.5a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.2-1.6 2.5M10 15.6v.2" />
  </Icon>
)
export const Dots = () => (
  <Icon>
    <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="3" />
  </Icon>
)
export const Warning = () => (
  <Icon>
    <path d="M10 3.2 17.6 16.5H2.4zM10 8v4M10 14.2v.2" />
  </Icon>
)
