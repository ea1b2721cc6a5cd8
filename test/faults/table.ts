import { existsSync, readFileSync } from 'node:fs'
import { acting } from './acting.ts'
import { broadcasting } from './broadcasting.ts'
import { doors, rehearsal } from './doors.ts'
import { edits } from './edits.ts'
import type { Fault } from './fault.ts'
import { files } from './files.ts'
import { studio } from './studio.ts'
import { surfaces } from './surfaces.ts'
import { truth } from './truth.ts'
import { views } from './views.ts'
import { wire } from './wire.ts'

/**
 * The deliberate faults we keep: the gravest, and mistakes of our own domain that no other tool makes. Mistakes that any
 * program can have are Stryker's to make (`build/stryker.config.mjs`).
 */
export const faults: Fault[] = [
  ...acting,
  ...truth,
  ...wire,
  ...doors,
  ...surfaces,
  ...rehearsal,
  ...studio,
  ...broadcasting,
  ...files,
  ...edits,
  ...views,
]

/** Has the source exactly one place to plant it? Not after that place was rewritten: then the fault has to be updated. */
export function fits({ file, from }: Fault): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').split(from).length === 2
}
