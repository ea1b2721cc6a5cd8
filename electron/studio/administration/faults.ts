import type { RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import type { Core } from '../core.ts'
import { HttpProblem } from '../http/problem.ts'
import { addFault, removeFaults } from '../rules/applyFaults.ts'
import { activeFault } from '../views/rehearsal.ts'

/** Puts a fault to work. */
export function setFault(core: Core, fault: RehearsalFault) {
  return activeFault(core.change((draft, moment) => addFault(draft, fault, moment)))
}

/** Takes one fault away; refused when it is not at work. */
export function clearFault(core: Core, faultId: string) {
  const count = core.change((draft, { now }) => removeFaults(draft, now, ({ id }) => id === faultId))
  if (count > 0) return { count }
  throw new HttpProblem(404, 'FAULT_NOT_FOUND', `No fault ${faultId} is at work. It may be over already.`)
}

/** Takes all faults away. A scenario that is played goes on, and may bring others. */
export function clearFaults(core: Core) {
  return { count: core.change((draft, { now }) => removeFaults(draft, now, () => true)) }
}
