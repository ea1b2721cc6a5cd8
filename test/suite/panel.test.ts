/** The panel that tests are given: the one built once for all of them, and never one older than the sources. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NAMES } from '../../shared/words/labels.ts'
import { buildAnew, buildPanel, type PanelFiles } from '../renderer/panelFiles.ts'

/** As digests, so that a failure shows the names of two files rather than their content. */
const digests = (files: PanelFiles) =>
  [...files].map(([name, content]) => `${name} ${createHash('sha256').update(content).digest('hex')}`).toSorted()

test('the shared build matches the sources', async () => {
  expect(digests(await buildPanel())).toEqual(digests(await buildAnew('en')))
})

test('a planted fault is in it', async () => {
  const fault = { file: 'shared/words/labels.ts', from: `'${NAMES.goLive}'`, to: "'A planted fault'" }
  const files = await buildPanel('en', JSON.stringify(fault))
  expect([...files.values()].some((content) => String(content).includes('A planted fault'))).toBe(true)
})
