import type { ReactNode } from 'react'
import type { ProfileEntry, ProfileTest } from '../../../shared/state.ts'
import { hostOf, KEY_WORDS, PROFILE_WORDS, STUDIO_KEY, tellTest, testedAt } from '../../../shared/words/profiles.ts'
import { Tick, Warning } from '../../ui/icons.tsx'

/** Where it is, where its key is, and what the last test of it found. */
export function ProfileFacts({ profile }: { profile: ProfileEntry }) {
  const { kind, baseUrl, account, key, test } = profile
  const kindWords = kind === 'studio' ? PROFILE_WORDS.fixed : kind === 'run' ? PROFILE_WORDS.run : null
  const keyIsGone = key === 'missing' || key === 'locked'
  return (
    <dl className="facts">
      <Fact term={PROFILE_WORDS.place}>
        <span title={baseUrl}>{hostOf(baseUrl)}</span>
        {kindWords && <small> {kindWords}</small>}
      </Fact>
      {kind !== 'studio' && <Fact term={PROFILE_WORDS.account}>{account}</Fact>}
      <Fact term={PROFILE_WORDS.key} bad={keyIsGone}>
        {kind === 'studio' ? STUDIO_KEY : KEY_WORDS[key]}
      </Fact>
      <Fact term={PROFILE_WORDS.lastTest} bad={test?.failure != null} good={test?.projects != null}>
        {test ? <Test test={test} /> : PROFILE_WORDS.neverTested}
      </Fact>
    </dl>
  )
}

function Test({ test }: { test: ProfileTest }) {
  const { what, todo } = tellTest(test)
  return (
    <>
      <b>{what}</b> {todo} <small>{testedAt(test)}</small>
    </>
  )
}

interface FactProps {
  term: string
  bad?: boolean
  good?: boolean
  children: ReactNode
}

function Fact({ term, bad = false, good = false, children }: FactProps) {
  return (
    <div className="fact" data-bad={bad || undefined} data-good={good || undefined}>
      <dt>{term}</dt>
      <dd className="num">
        {bad && <Warning />}
        {good && <Tick />}
        <span>{children}</span>
      </dd>
    </div>
  )
}
