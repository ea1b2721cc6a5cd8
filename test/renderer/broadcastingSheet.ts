/** Broadcasting from this computer, in the settings and on the show screen. */
import { type Broadcasting, NO_BROADCASTING, type OwnServer, type SentTo } from '../../shared/broadcasting.ts'
import type { AppState, DestinationState, ProjectState } from '../../shared/state.ts'
import { PLAYING } from './playingSheet.ts'
import { READS } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { rehearsing } from './setupStates.ts'
import { done, liveProject, offProject, refused } from './states.ts'

const PROJECT = liveProject().id
const LONG = 'The server of the very long Friday evening gathering, part two'.slice(0, 60)

const server = (destinationId: string, name: string, more: Partial<OwnServer> = {}): OwnServer => ({
  ...{ destinationId, name, url: 'rtmps://a.rtmp.example.com/live2', hasKey: true, projects: ['Friday Night'] },
  ...more,
})
const sent = (destinationId: string, more: Partial<SentTo> = {}): SentTo => ({
  ...{ projectId: PROJECT, destinationId, state: 'LIVE', message: null },
  ...{ reconnects: 0, dropped: 0, kbps: 2_400, ...more },
})
const reported = (more: Partial<Broadcasting>): Broadcasting => ({ ...NO_BROADCASTING, ...more })

/** One server for each state, in a project or in none. */
export const SERVERS: Broadcasting = reported({
  servers: [
    server('ours', 'Our server'),
    server('main', 'Main channel', { projects: ['Friday Night', 'Morning loop'] }),
    server('keyless', 'Village hall', { hasKey: false, url: 'rtmp://192.168.1.20/live' }),
    server('wrong', LONG, { url: `rtmp://${'a-rather-long-name-of-a-host.'.repeat(3)}example/live`, projects: [] }),
    server('new', 'Backup', { projects: [] }),
  ],
  sentTo: [
    sent('ours'),
    sent('main', { state: 'WAIT', message: 'Nothing accepts connections there.', kbps: null }),
    sent('keyless', { state: 'WAIT', message: 'The stream key is not here. Enter it again.', kbps: null }),
    sent('wrong', { state: 'FAILED', message: 'Enter a full address.', kbps: null }),
  ],
})

const WATCHED: DestinationState = {
  ...{ id: 'watchpage', provider: 'local', name: 'Watch page', status: 'LIVE', error: null, viewers: 3 },
  viewingUrl: 'http://127.0.0.1:4718/watch/abc123',
}
const OURS: DestinationState = {
  ...WATCHED,
  id: 'ours',
  provider: 'rtmp',
  name: 'Our server',
  viewingUrl: null,
  viewers: null,
}

function broadcast(): ProjectState {
  const project = liveProject()
  return { ...project, rehearsal: false, live: project.live && { ...project.live, destinations: [OURS, WATCHED] } }
}

/** The local studio in use, really broadcasting. */
export function broadcasting(report: Broadcasting, project = broadcast()): AppState {
  const state = rehearsing({ broadcasting: report }, project)
  return { ...state, service: { ...state.service, rehearsal: false } }
}

const WELL: Partial<Broadcasting> = { sentTo: [sent('ours'), sent('watchpage', { kbps: 2_500 })] }
const setUp = (state: AppState, more: Partial<SetUpState> = {}): SetUpState => ({
  hash: '#set-up/broadcasting',
  state,
  ...more,
})
const show = (state: AppState): SetUpState => ({
  ...{ hash: '', state },
  read: (name, input) => (name === 'whatPlays' ? PLAYING() : READS(name, input)),
})

export const TROUBLES: Partial<Broadcasting> = {
  ...{ engineRestarts: 2, diskLeft: 1_400_000_000 },
  sentTo: [sent('ours', { dropped: 1_240 }), sent('watchpage', { reconnects: 3 })],
  notShown: [
    { projectId: PROJECT, file: 'Intro, the long version of last summer.mp4', why: 'it is damaged: its times jump' },
  ],
}

export const BROADCASTING_SHEET: Record<string, SetUpState> = {
  servers: setUp(broadcasting(SERVERS)),
  serversEmpty: setUp(rehearsing({}, offProject())),
  serversAdd: setUp(rehearsing({}, offProject()), { press: ['Add server'] }),
  serversWrong: setUp(rehearsing({}, offProject()), { press: ['Add server', 'Save'] }),
  serversKey: setUp(broadcasting(SERVERS), { press: ['Enter key Village hall'] }),
  serversChange: setUp(broadcasting(SERVERS), { press: ['Change Backup'] }),
  serversRemove: setUp(broadcasting(SERVERS), { press: ['Remove Our server'] }),
  serversRefused: setUp(broadcasting(SERVERS), {
    press: ['Verify Our server'],
    reply: refused({ reason: 'studio', message: '"Friday Night" is on air on "Our server". Stop it first.' }),
  }),
  serversVerified: setUp(broadcasting(SERVERS), {
    press: ['Verify Backup'],
    reply: done({
      ...{ what: 'edited', operation: 'verifyDestinations', about: 'Verify destinations', id: null, synced: null },
      answer: {
        results: [{ id: 'new', valid: false, error: 'CONNECTION_ERROR: Nothing accepts connections there.' }],
      },
    }),
  }),
  serversSilent: setUp(rehearsing(null)),
  showBroadcast: show(broadcasting(reported(WELL))),
  showPreview: { ...show(broadcasting(reported(WELL))), choices: { preview: 'on' }, shows: '.preview-screen video' },
  showBroadcastTrouble: show(broadcasting(reported(TROUBLES))),
}
