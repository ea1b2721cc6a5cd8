import { COMMANDS_TO_BIND, EDITOR_HEADINGS, EDITOR_WORDS } from '../../../shared/words/hotkeysEditor.ts'
import { hashOf } from '../../app/place.ts'
import { Card } from '../../ui/Card.tsx'

/** Where programs cannot have keys, the desktop itself can give one to a command. */
export function WayOut({ installed }: { installed: boolean }) {
  return (
    <Card heading={EDITOR_HEADINGS.wayOut} level={3}>
      <p>{EDITOR_WORDS.wayOutAbout}</p>
      <dl className="to-bind">
        {COMMANDS_TO_BIND.map(({ name, command }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
      {!installed && (
        <a className="button quiet" href={hashOf('desktop')}>
          {EDITOR_WORDS.toCommand}
        </a>
      )}
    </Card>
  )
}
