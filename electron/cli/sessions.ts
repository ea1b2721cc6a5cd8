/** Lists the panel sessions, and ends them. */
import type { PanelSessions } from '../../shared/query/panelSessions.ts'
import {
  ACCESS_ON_THE_COMMAND_LINE,
  ACCESS_SETTING_WORDS,
  browserText,
  lastSeenText,
  unopenedText,
} from '../../shared/words/accounts/access.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import type { Answer } from './answer.ts'
import { type Desk, sendOnce } from './desk.ts'
import { tableOf } from './table.ts'

/** Enough characters of an id to distinguish one of fifty. */
const SHORT_ID = 8

/** Lists them, or ends all of them or the one whose id begins as typed. */
export async function sessions(desk: Desk): Promise<Answer> {
  const { value, readAt } = await desk.client.query('panelSessions', {}, true)
  const known = value as PanelSessions
  if (desk.typed.about !== '') return end(desk, known, desk.typed.about.replace(/^end /, '').trim())
  const rows = known.sessions.map((one) => ({
    id: one.id.slice(0, SHORT_ID),
    browser: browserText(one),
    since: ACCESS_ON_THE_COMMAND_LINE.since(one.since),
    seen: lastSeenText(one),
  }))
  const listed = rows.length === 0 ? [ACCESS_SETTING_WORDS.none] : [...tableOf(rows), '']
  const unopened = unopenedText(known)
  const lines = [...listed, ...(unopened ? [unopened] : []), ACCESS_ON_THE_COMMAND_LINE.howToEnd]
  return { code: EXIT.done, sentence: lines.join('\n'), lines, fields: { value, readAt } }
}

async function end(desk: Desk, { sessions: known }: PanelSessions, typed: string): Promise<Answer> {
  if (typed === 'all') return sendOnce(desk, { type: 'endSessions' })
  const meant = known.filter(({ id }) => typed !== '' && id.startsWith(typed.toLowerCase()))
  const [one, another] = meant
  if (one && !another) return sendOnce(desk, { type: 'endSessions', sessionId: one.id })
  const why = another ? 'severalSessions' : 'noSuchSession'
  return { code: EXIT.refused, sentence: ACCESS_ON_THE_COMMAND_LINE[why](typed) }
}
