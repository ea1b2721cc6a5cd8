import { request } from 'node:http'
import { expect, test } from 'vitest'
import { KEY, type Open, opened, refusal } from './kit.ts'

/**
 * Tests of what HTTP requires of any server (RFC 9110 and 9112), and of bodies that are easy to write and hard to read.
 */
export function transport(open: Open): void {
  test.each([
    ['PUT', '/projects', ['GET', 'POST']],
    ['HEAD', '/account', ['GET']],
    ['OPTIONS', '/projects/one/schedules', ['DELETE', 'GET', 'POST']],
    ['DELETE', '/files/encode', ['GET', 'POST']],
  ])('%s %s is not allowed, and the response names what is', async (method, path, allowed) => {
    const { fetched } = await opened(open)
    const { status, headers } = await fetched(method, path)
    expect([status, headers.get('allow')?.split(', ').toSorted()]).toEqual([405, allowed])
  })

  test.each([
    [50, 200],
    [2_000, 400],
    [200_000, 400],
  ])('an item with an unknown field of %i levels: %i, and nothing breaks', async (levels, status) => {
    const { ask, fetched, playlist, server, projectId } = await opened(open)
    const [fileId] = server.files.videos
    const layerId = await playlist(0, [fileId])
    const text = `{"files":[{"fileId":"${fileId}","odd":${'['.repeat(levels)}${']'.repeat(levels)}}]}`
    const response = await fetched('PUT', `/projects/${projectId}/layers/${layerId}/files`, { text })
    const body = await response.json()
    expect(response.status).toBe(status)
    if (status === 400) expect({ status, body }).toMatchObject(refusal('VALIDATION_ERROR'))
    const { settings } = await ask('getLayer', { projectId, layerId })
    expect('odd' in (settings.files?.[0] ?? {})).toBe(status === 200)
  })

  /** `fetch` sets target and host itself. */
  function sent(baseUrl: string, hosts: readonly string[], target: string): Promise<[status: number, text: string]> {
    const { hostname, port } = new URL(baseUrl)
    const headers = [...hosts.flatMap((host) => ['Host', host]), 'Authorization', `Bearer ${KEY}`]
    return new Promise((resolve, reject) => {
      const asked = request({ hostname, port, path: target, headers, agent: false }, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('')
        resolve([response.statusCode ?? 0, text])
      })
      asked.on('error', reject).end()
    })
  }

  test('a target in absolute form is served like the path in it', async () => {
    const { server, ask } = await opened(open)
    const { host } = new URL(server.baseUrl)
    const [status, text] = await sent(server.baseUrl, [host], `${server.baseUrl}/projects?limit=1&offset=1`)
    expect([status, JSON.parse(text)]).toEqual([200, await ask('listProjects', { query: { limit: 1, offset: 1 } })])
  })

  test('a request with two hosts is invalid', async () => {
    const { server } = await opened(open)
    const { host, pathname } = new URL(server.baseUrl)
    for (const other of [host, 'elsewhere.example'])
      expect((await sent(server.baseUrl, [host, other], `${pathname}/account`))[0]).toBe(400)
  })
}
