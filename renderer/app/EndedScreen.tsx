import { ENDED_WORDS, leftOnAir } from '../../shared/words/setup.ts'
import { useMirror } from '../store/context.tsx'
import { Off } from '../ui/icons.tsx'
import { StateScreen } from './StateScreen.tsx'

const NOTHING: readonly string[] = []

/** Cuelight was quit from here: what it left on air, and how to go on. */
export function EndedScreen() {
  const left = useMirror(({ ended }) => ended ?? NOTHING)
  return <StateScreen icon={<Off />} words={{ headline: leftOnAir(left), now: null, todo: ENDED_WORDS.again }} />
}
