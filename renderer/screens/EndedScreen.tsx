import { ENDED_WORDS, leftOnAir } from '../../shared/words/setup.ts'
import { useMirror } from '../mirror/context.tsx'

const NOTHING: readonly string[] = []

/** Cuelight was quit from here: what it left on air, and how to go on. */
export function EndedScreen() {
  const left = useMirror(({ ended }) => ended ?? NOTHING)
  return (
    <div className="narrow">
      <div className="words card">
        <p>
          <b>{leftOnAir(left)}</b>
        </p>
        <p>{ENDED_WORDS.again}</p>
      </div>
    </div>
  )
}
