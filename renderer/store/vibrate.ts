import type { SubmissionLook } from './submissions.ts'

/** Ms on and off, in turn. They differ in number and length, to be distinguished in a hand or a pocket. */
const PATTERNS: Record<SubmissionLook, readonly number[]> = {
  sent: [20],
  done: [70],
  refused: [40, 80, 40],
  failed: [250, 100, 250],
  unknown: [40, 80, 40, 80, 40],
}

/** How a command ended, to be felt. Devices that cannot vibrate lack the method, and Apple's are among them. */
export function vibrate(look: SubmissionLook): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate([...PATTERNS[look]])
}
