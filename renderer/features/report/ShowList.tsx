import type { Report } from '../../../shared/report/report.ts'
import { day, time } from '../../../shared/report/times.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { REPORT_WORDS, showAbout } from '../../../shared/words/report.ts'

interface Props {
  report: Report
  timeZone: string
  onChoose(id: string): void
}

/** The last shows, newest first: the one that is looked at is marked. */
export function ShowList({ report, timeZone, onChoose }: Props) {
  return (
    <nav className="report-shows" aria-label={REPORT_WORDS.shows}>
      <ul>
        {report.shows.map((show) => (
          <li key={show.id}>
            <button
              type="button"
              className="report-show"
              aria-current={show.id === report.show?.id || undefined}
              onClick={() => onChoose(show.id)}
            >
              <span className="clip">{show.projectName || EMPTY.nameless}</span>
              <small className="num">
                {showAbout(
                  show,
                  `${day(show.startedAt, timeZone, 'short')}, ${time(show.startedAt, timeZone).slice(0, 5)}`,
                  show.duration === null ? null : clockTime(show.duration / 1000),
                )}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
