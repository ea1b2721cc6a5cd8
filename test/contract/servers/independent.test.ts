/** The independent server behaves as the contract says. */
import { describe } from 'vitest'
import type { Control } from '../../fakes/independent/control.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import { closing } from '../../support/atEnd.ts'
import { KEY, type Open, PLANNED_S, PREPARING_MS } from './kit.ts'
import { suite } from './suite.ts'

const GOOD = 'https://files.example/good.mp4'
const ENDED_MS = 60_000
const HOUR = 3_600_000

const open: Open = async (clock, { publicLinksOnly, fullDisk, pluginProject, watched, ...wishes }) => {
  const { meanings = {}, preparingMs = PREPARING_MS } = wishes
  const { baseUrl, control, content } = closing(
    await startIndependentServer({
      ...{ clock, key: KEY, meanings, preparingMs, plannedSeconds: PLANNED_S, pastBroadcasts: 0 },
      ...{ airFields: true, importMs: ENDED_MS, encodeMs: ENDED_MS, privateLinks: !publicLinksOnly },
      manual: watched ?? false,
    }),
  )
  const [first = '', second = ''] = content.files.videos
  const links = { good: GOOD, broken: 'https://files.example/old.avi', held: 'https://files.example/long.mp4' }
  control.linkLeadsTo(links.broken, { errors: ['unsupported_video_codec'] })
  if (fullDisk) control.linkLeadsTo(GOOD, { fails: { atPercent: 0, error: 'No room on the disk.' } })
  if (pluginProject) control.setPluginMode(content.otherProjects[0] ?? '')
  if (watched) {
    control.startElsewhere(content.project)
    clock.advance(PREPARING_MS)
    control.setViewers(content.project, 40)
    clock.advance(30.4 * HOUR)
    control.stopElsewhere(content.project)
  }
  let vanishes = false
  let added = 0
  return {
    ...{ baseUrl, links, unreachable: 'https://nowhere.invalid/good.mp4' },
    files: { videos: [first, second], sound: content.files.sound, broken: content.files.broken },
    expire: (id, expired) => (expired ? control.expireDestination(id) : control.renewDestination(id)),
    become: (account) => ACCOUNTS[account](control),
    fault(kind) {
      if (kind === 'datesPartlyTaken') control.refuseDates((index) => index % 2 === 1)
      if (kind === 'statisticsRefused') control.platformFails(true)
      if (kind === 'importFails') control.linkLeadsTo(GOOD, { fails: { atPercent: 60, error: 'The link broke.' } })
      if (kind === 'encodeVanishes') vanishes = true
    },
    anotherHand: (projectId, layerId) =>
      control.changePlaylist(projectId, layerId, (items) => [...items.slice(-1), ...items.slice(0, -1)]),
    encodeAgain: (fileId) =>
      fetch(`${baseUrl}/files/encode`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${KEY}` } },
        body: JSON.stringify({ fileIds: [fileId] }),
      }),
    addVideo(seconds) {
      added += 1
      control.addFile(`added-${added}`, seconds)
      return `added-${added}`
    },
    addFolder: async (name) => control.addFolder(name),
    stopImport: (fileId) => control.stopImport(fileId),
    arrived: async () => clock.advance(ENDED_MS),
    encoded: async () => (vanishes ? control.encodeVanishes() : clock.advance(ENDED_MS)),
  }
}

const ACCOUNTS: Record<Parameters<Awaited<ReturnType<Open>>['become']>[0], (control: Control) => void> = {
  paid: () => {},
  free: (control) => control.setPlan('free'),
  noPlayedFileLog: (control) => control.allow({ playedFileLog: false }),
  noConsent: (control) => control.allow({ statistics: false }),
  severalChannels: (control) => control.setChannels(2),
  storageFull: (control) => control.allow({ storage: false }),
  planLimits: (control) => control.setPlan('starter'),
  tooManyBroadcasts: (control) => control.configure({ mostBroadcasts: 0 }),
}

describe('the independent server', () => {
  suite(open, {
    INTERNAL_ERROR: 'it does not break by itself: the faults of the wire play it (test/independent.test.ts)',
    NOT_IMPLEMENTED: 'it carries out every operation',
  })
})
