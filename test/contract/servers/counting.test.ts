/** What one server was seen to do never counts for the next one in the same worker. */
import { describe, expect, test } from 'vitest'
import { OUR_MEANINGS } from '../../../shared/contract/meanings.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import { closing } from '../../support/atEnd.ts'
import { countFromZero, KEY, type Open, opened, type Server, seen } from './kit.ts'

const open: Open = async (clock) => {
  const { baseUrl } = closing(await startIndependentServer({ clock, key: KEY }))
  return { baseUrl } as Server
}

describe('the first server', () => {
  countFromZero()

  test('is counted by its operations, refusals and meanings', async () => {
    const { refused } = await opened(open, { meanings: { manualEnds: 3_600 } })
    await refused('getProject', { projectId: 'none' }, 'PROJECT_NOT_FOUND')
    expect(seen.operations).toContain('listScenes')
    expect(seen.codes).toContain('PROJECT_NOT_FOUND')
    expect(seen.meanings).toContain('manualEnds 3600')
  })
})

describe('the second server', () => {
  countFromZero()

  test('begins with nothing seen', async () => {
    expect(Object.values(seen).map(({ size }) => size)).toEqual([0, 0, 0])
    await opened(open)
    expect(seen.meanings.size).toBe(Object.keys(OUR_MEANINGS).length)
  })
})
