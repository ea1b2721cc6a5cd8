/**
 * What users read about a failure contains no program code: that is for the journal's file, the log and the API page.
 */
import { expect, test } from 'vitest'
import { FAILURE_KINDS, type Failure } from '../../shared/failures.ts'
import { describeFailure, noticeText } from '../../shared/words/outcomes/failures.ts'
import { describeDone, describeOutcome, describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { destinationError } from '../../shared/words/projects/destinations.ts'

const failure: Failure = {
  kind: 'refused',
  operation: 'stopLive',
  method: 'POST',
  path: '/projects/p1/live/stop',
  status: 418,
  code: 'SOME_NEW_CODE',
  mayHaveHappened: false,
}
const CODE = /[A-Z]{2,}_[A-Z]|\b418\b|\(\w/

test.each(FAILURE_KINDS)('%s', (kind) => {
  const { what, todo } = describeFailure({ ...failure, kind })
  expect(`${what} ${todo}`).not.toMatch(CODE)
  expect(describeOutcome({ result: 'unknown', failure: { ...failure, kind } })).toMatch(
    /Checking whether it worked\.$/,
  )
})

test('the service’s own words are shown', () => {
  expect(describeFailure({ ...failure, detail: 'the plan has ended' }).what).toBe(
    'The service refused it: the plan has ended.',
  )
})

test('a missing object is named by the service’s response: the project before its date', () => {
  const missing = { ...failure, kind: 'notFound', operation: 'cancelSchedule', status: 404 } as const
  expect(describeFailure({ ...missing, code: 'PROJECT_NOT_FOUND' }).what).toBe(
    'The service no longer knows this project.',
  )
  expect(describeFailure({ ...missing, code: 'SCHEDULE_NOT_FOUND' }).what).toMatch(
    /^That date is no longer scheduled/,
  )
})

test('a destination’s code without words of ours, a schema’s message and a keychain’s text are not shown', () => {
  expect(destinationError('SOME_NEW_CODE')).not.toMatch(CODE)
  expect(describeRefusal({ reason: 'invalid', field: 'version', message: 'Invalid input: expected 4' })).toBe(
    'Not understood: version.',
  )
  const about = 'Cannot autolaunch D-Bus without X11 $DISPLAY'
  const added = describeDone({ what: 'profileCreated', profileName: 'Main', key: 'thisRun', about })
  expect(added).toBe('Main was added. No keychain: you will need to enter the key again next time.')
})

test('a notice of an unknown kind, from a newer core, is shown as its text', () => {
  expect(noticeText('fromTheFuture', 'The disk is tired.')).toBe('The disk is tired.')
  expect(noticeText('settingsSetAside', 'settings.1.json')).toContain('set it aside as settings.1.json')
})
