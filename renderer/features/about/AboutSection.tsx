import { ABOUT_HEADINGS, ABOUT_WORDS } from '../../../shared/words/about.ts'
import { useMirror } from '../../store/context.tsx'
import { Card } from '../../ui/Card.tsx'
import { LicenceList } from './LicenceList.tsx'
import './About.css'

/** Which Cuelight this is, what it is made of, and under which licences. */
export function AboutSection() {
  const version = useMirror(({ state }) => state?.version ?? '')
  const desktop = useMirror(({ state }) => state?.desktop ?? null)
  return (
    <>
      <Card heading={ABOUT_HEADINGS.cuelight} level={3}>
        <p className="small">{ABOUT_WORDS.what}</p>
        <dl className="made-of num">
          <Fact name={ABOUT_WORDS.version} value={version} />
          <Fact name={ABOUT_WORDS.licence} value={ABOUT_WORDS.own} />
          {Object.entries(desktop?.versions ?? {}).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </Card>
      <LicenceList />
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
