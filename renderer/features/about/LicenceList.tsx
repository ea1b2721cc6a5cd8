import { useId, useState } from 'react'
import type { Licence } from '../../../shared/util/licences.ts'
import { ABOUT_HEADINGS, ABOUT_WORDS, partsCounted } from '../../../shared/words/about.ts'
import { Card } from '../../ui/Card.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { licencesLike } from './licences.ts'
import { useLicences } from './useLicences.ts'

/** What is shipped, each part to be unfolded; a field finds one among many. */
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
      <ul className="licences">
        {found.map((one) => (
          <Part key={`${one.name} ${one.version}`} licence={one} />
        ))}
      </ul>
    </Card>
  )
}

/** One part. Its text comes into the page only when it is unfolded: all of them together are long. */
function Part({ licence: { name, version, license, text } }: { licence: Licence }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className="licence"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="licence-name">{name}</span>
        <span className="small num">{version}</span>
        <span className="licence-kind">{license}</span>
      </button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by the keyboard
        <pre id={id} className="licence-text" tabIndex={0}>
          {text || ABOUT_WORDS.noText}
        </pre>
      )}
    </li>
  )
}
