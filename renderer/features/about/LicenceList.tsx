import { useEffect, useId, useState } from 'react'
import { LICENCES_FILE, type Licence, readLicences } from '../../../shared/util/licences.ts'
import { ABOUT_HEADINGS, ABOUT_WORDS, partsCounted } from '../../../shared/words/panel/interface.ts'
import { usePanel } from '../../store/context.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { type Fact, Facts } from '../../ui/list/Facts.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { licencesLike } from './licences.ts'
import './About.css'

/** `missing`: the file does not exist, or is no list of licences. */
export type Read = Licence[] | 'loading' | 'missing'

/** The licences of everything that is shipped, loaded when this section opens. */
export function useLicences(): Read {
  const [read, setRead] = useState<Read>('loading')
  useEffect(() => {
    const leaving = new AbortController()
    void fetched(leaving.signal).then((licences) => {
      if (!leaving.signal.aborted) setRead(licences ?? 'missing')
    })
    return () => leaving.abort()
  }, [])
  return read
}

/** Null for any failure: the page says what to do about it, and nothing depends on it. */
async function fetched(signal: AbortSignal): Promise<Licence[] | null> {
  try {
    const response = await fetch(LICENCES_FILE, { signal })
    return response.ok ? readLicences(await response.json()) : null
  } catch {
    return null
  }
}

/** All shipped parts, each of which unfolds; a field filters them. */
export function LicenceList() {
  const read = useLicences()
  if (read === 'loading' || read === 'missing')
    return (
      <Card heading={ABOUT_HEADINGS.licences} level={3}>
        <p className="empty" role="status">
          {ABOUT_WORDS[read]}
        </p>
      </Card>
    )
  return <Found all={read} />
}

function Found({ all }: { all: Licence[] }) {
  const [sought, setSought] = useState('')
  const found = licencesLike(all, sought)
  return (
    <Card
      heading={ABOUT_HEADINGS.licences}
      level={3}
      aside={<span aria-live="polite">{partsCounted(found.length)}</span>}
    >
      <p className="small">{ABOUT_WORDS.licencesAbout}</p>
      <div className="choosing licences-choosing">
        <SearchField label={ABOUT_WORDS.filter} value={sought} onChange={(event) => setSought(event.target.value)} />
      </div>
      {found.length === 0 && <p className="empty">{ABOUT_WORDS.noMatch}</p>}
      <ul>
        {found.map((one) => (
          <Part key={`${one.name} ${one.version}`} licence={one} />
        ))}
      </ul>
    </Card>
  )
}

/** One part. Its text is rendered only when unfolded: all texts together are long. */
function Part({ licence: { name, version, license, text } }: { licence: Licence }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className="plain licence"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="strong">{name}</span>
        <span className="small num">{version}</span>
        <span className="licence-kind">{license}</span>
      </button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable by keyboard
        <pre id={id} className="licence-text" tabIndex={0}>
          {text || ABOUT_WORDS.noText}
        </pre>
      )}
    </li>
  )
}

/** Version, components and licences of Cuelight. */
export function AboutSection() {
  const version = usePanel(({ state }) => state?.version ?? '')
  const desktop = usePanel(({ state }) => state?.desktop ?? null)
  const ours: Fact[] = [
    [ABOUT_WORDS.version, version],
    [ABOUT_WORDS.licence, ABOUT_WORDS.own],
  ]
  return (
    <>
      <Card heading={ABOUT_HEADINGS.cuelight} level={3}>
        <p className="small">{ABOUT_WORDS.what}</p>
        <Facts className="made-of num" of={[...ours, ...Object.entries(desktop?.versions ?? {})]} />
      </Card>
      <LicenceList />
    </>
  )
}
