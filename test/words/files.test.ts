/** What users read about encodes and the issues of files. */
import { expect, it } from 'vitest'
import { encodeCost, fileIssues } from '../../shared/words/files/files.ts'

const plan = (fields: object) => ({ picture: false, sound: false, sizeBytes: 34e6, bitrateMbps: 3.128, ...fields })

it.each([
  [[], null],
  [[plan({})], 'Encoding copies it without loss, 34 MB.'],
  [[plan({ sizeBytes: null })], 'Encoding copies it without loss.'],
  [[plan({ sound: true })], 'Encoding makes the sound new and keeps the picture as it is, at most 3.1 Mb/s, 34 MB.'],
  [[plan({ picture: true })], 'Encoding makes the picture new, at most 3.1 Mb/s, 34 MB. Fine detail is lost.'],
  [
    [plan({}), plan({}), plan({ picture: true, sizeBytes: 1.25e9 })],
    'Encoding: 2 copied without loss; 1 with a new picture, which loses fine detail, in all about 1.3 GB.',
  ],
])('the cost of an encode of %j', (plans, words) => expect(encodeCost(plans)).toBe(words))

it('an issue is described in words, with the details behind it', () => {
  const issues = ['moov_atom_position', 'not_mended: The disk of this machine is full.', 'new_one: as it came.']
  expect(fileIssues(issues)).toBe(
    'it is not made for streaming, its index could not be moved to the front: The disk of this machine is full, new_one: as it came.',
  )
})
