/** The panel that tests are given: the one built once for all of them, and never one that the sources are ahead of. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NAMES } from '../../shared/words/labels.ts'
import { buildAnew, buildPanel, type PanelFiles } from '../renderer/panelFiles.ts'

/** By their digests: whoever sees this fail wants the names of two files, and not the files. */
const digests = (files: PanelFiles) =>
  [...files].map(([name, content]) => `${name} ${createHash('sha256').update(content).digest('hex')}`).toSorted()

test('what was built for all is what the sources say', async () => {
  expect(digests(await buildPanel())).toEqual(digests(await buildAnew('en')))
})

test('a fault that is planted is in it', async () => {
  const fault = { file: 'shared/words/labels.ts', from: `'${NAMES.goLive}'`, to: "'A planted fault'" }
  const files = await buildPanel('en', JSON.stringify(fault))
  expect([...files.values()].some((content) => String(content).includes('A planted fault'))).toBe(true)
})
