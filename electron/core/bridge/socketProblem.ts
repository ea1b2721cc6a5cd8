import { type ProgramProblem, tellProgramProblem } from '../../../shared/words/programs.ts'

export type { ProgramProblem }

/** Why a program has no answer from a running Cuelight. The message is for people. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly about: ProgramProblem

  constructor(about: ProgramProblem) {
    super(tellProgramProblem(about))
    this.about = about
  }
}

/** What a failed connection means, by the system's own code. */
export function connectionProblem(error: NodeJS.ErrnoException): ProgramError {
  switch (error.code) {
    case 'ENOENT':
      return new ProgramError({ problem: 'nobody' })
    // The file is there, and nobody listens: a socket that a crash left, or no socket at all.
    case 'ECONNREFUSED':
    case 'ENOTSOCK':
      return new ProgramError({ problem: 'leftOver' })
    default:
      return new ProgramError({ problem: 'unreachable', said: error.message })
  }
}
