/** The local studio behaves as the contract says. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { describe } from 'vitest'
import { RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import { media, roomEach, serve } from '../../studio/files/kit.ts'
import { mediaOf } from '../../studio/support.ts'
import { atEnd } from '../../support/atEnd.ts'
import { KEY, type Open, PREPARING_MS } from './kit.ts'
import { suite } from './suite.ts'

const room = roomEach()

/** Links lead to a server of the test: whole files, and one that stops halfway. */
async function serving() {
  const { url, close } = await serve((request, response) => {
    const name = request.url === '/held.mp4' ? 'good.mp4' : request.url?.slice(1)
    const path = media(name === 'tenBit.mkv' ? name : 'good.mp4')
    response.writeHead(200, { 'content-length': statSync(path).size })
    if (request.url === '/held.mp4') response.write(readFileSync(path).subarray(0, 1_000))
    else createReadStream(path).pipe(response)
  })
  atEnd(close)
  return { good: `${url}/good.mp4`, broken: `${url}/tenBit.mkv`, held: `${url}/held.mp4` }
}

const open: Open = async (clock, { publicLinksOnly, fullDisk, pluginProject, watched, ...wishes }) => {
  const { meanings = {}, preparingMs = PREPARING_MS } = wishes
  const links = await serving()
  let added = 0
  const again = new Set<string>()
  const mediaNow = (id: string) => {
    const file = mediaOf(id)
    return file && again.has(id) ? { ...file, errors: ['encoding_in_progress'] } : file
  }
  const rehearsal = await room.start({
    ...((pluginProject || watched) && { demo: 'whole' }),
    ...{ clock, meanings, media: mediaNow, keys: [KEY], timings: { preparingMs } },
    files: { allowPrivateLinks: !publicLinksOnly, ...(fullDisk && { freeBytes: async () => 1_000 }) },
  })
  return {
    ...{ baseUrl: rehearsal.studio.baseUrl, links, unreachable: 'http://nowhere.invalid/good.mp4' },
    files: { videos: ['video-60-a', 'video-60-b'], sound: 'audio-60', broken: 'video-60-broken' },
    expire: (destinationId, expired) => rehearsal.told('setLogin', { expired }, { destinationId }),
    become: (account) => rehearsal.told('setAccount', { account }),
    fault: (kind) => rehearsal.setFault(RehearsalFault.parse({ kind })),
    async anotherHand(projectId, layerId) {
      await rehearsal.setFault(RehearsalFault.parse({ kind: 'playlistByAnotherHand' }))
      const path = `${rehearsal.studio.baseUrl}/projects/${projectId}/layers/${layerId}`
      await (await fetch(path, { headers: { authorization: `Bearer ${KEY}` } })).json()
    },
    encodeAgain: (fileId) => again.add(fileId),
    addVideo(seconds) {
      added += 1
      return `video-${seconds ?? 'x'}-${added}`
    },
    addFolder: async (name) => (await rehearsal.told('createFolder', { name })).folderId,
    async stopImport(fileId) {
      await rehearsal.told('stopImport', undefined, { fileId })
      await room.arrived(fileId)
    },
    arrived: (fileId) => room.arrived(fileId),
    encoded: () => room.encoded(),
  }
}

describe('the local studio', () => {
  suite(open, {
    INTERNAL_ERROR: 'only what nobody has thought of brings it about',
    NOT_IMPLEMENTED: 'every operation has its handler',
  })
})
