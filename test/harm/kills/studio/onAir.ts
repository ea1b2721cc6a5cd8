/** Writes that change what is on air, which projects and dates there are, and how the studio rehearses. */
import { type Ground as FileGround, type Studio, WRITES, type Write } from './writes.ts'

type Answer = Record<string, unknown>

/** What these write to, in addition; each its own project, so that no write depends on another kind. */
export interface Ground extends FileGround {
  /** It goes on and off air. */
  readonly startedId: string
  /** On air; its scenes are made active, and synced. */
  readonly switchedId: string
  readonly sceneIds: readonly string[]
  /** On air; its playlist is started and stopped. */
  readonly playedId: string
  readonly playedLayerId: string
  readonly datedId: string
}

const DAY_MS = 86_400_000
const isEven = (count: number) => count % 2 === 0
const placeOf = (count: number, { sceneIds }: Ground) => sceneIds[Math.floor(count / 2) % sceneIds.length]
const at = (studio: Studio & FileGround) => studio as Studio & Ground

const newest = async ({ ask }: Studio): Promise<Answer> =>
  ((await ask('GET', '/projects?limit=1')).projects as Answer[])[0] ?? {}
const labelled = async ({ tell }: Studio): Promise<Answer[]> =>
  ((await tell('GET', '/rehearsal')).keys as Answer[]).filter(({ label }) => /^\d+$/.test(String(label)))

const AIR_WRITES: Readonly<Record<string, Write>> = {
  air: {
    write: (studio, count) =>
      studio.ask('POST', `/projects/${at(studio).startedId}/live${isEven(count) ? '' : '/stop'}`),
    async found(studio) {
      const { status } = await studio.ask('GET', `/projects/${at(studio).startedId}/live`)
      return status === 'PREPARING' || status === 'LIVE'
    },
    expected: isEven,
  },
  /** A scene is made active, and then brought on air by a sync. */
  sync: {
    write(studio, count) {
      const { ask, switchedId } = at(studio)
      if (!isEven(count)) return ask('POST', `/projects/${switchedId}/live/sync`)
      return ask('POST', `/projects/${switchedId}/scenes/${placeOf(count, at(studio))}/activate`)
    },
    async found(studio) {
      const { ask, switchedId, sceneIds } = at(studio)
      const { scenes } = await ask('GET', `/projects/${switchedId}/scenes`)
      const active = (scenes as Answer[]).find(({ isActive }) => isActive)?.id
      const { onAirSceneId } = await ask('GET', `/projects/${switchedId}/live`)
      return [active, onAirSceneId].map((id) => sceneIds.indexOf(String(id)))
    },
    expected(count) {
      const active = Math.floor(count / 2) % SCENES
      return [active, isEven(count) ? (active + SCENES - 1) % SCENES : active]
    },
  },
  playback: {
    write(studio, count) {
      const { ask, playedId, playedLayerId } = at(studio)
      const body = { action: isEven(count) ? 'stop' : 'start' }
      return ask('POST', `/projects/${playedId}/layers/${playedLayerId}/playback`, body)
    },
    async found(studio) {
      const { onAir } = await studio.ask('GET', `/projects/${at(studio).playedId}/live`)
      return (onAir as Answer[]).length
    },
    expected: (count) => (isEven(count) ? 0 : 1),
  },
  /** A project, then a scene in it, then a layer in that. */
  created: {
    async write(studio, count) {
      const { ask } = studio
      const named = { name: `${count}` }
      if (count % 3 === 0) return ask('POST', '/projects', { ...named, duration: { manual: true } })
      const scenes = `/projects/${(await newest(studio)).id}/scenes`
      if (count % 3 === 1) return ask('POST', scenes, named)
      const [scene] = (await ask('GET', scenes)).scenes as Answer[]
      return ask('POST', `${scenes}/${scene?.id}/layers`, { ...named, type: 'videoPlaylist', settings: {} })
    },
    async found(studio) {
      const { id, name } = await newest(studio)
      const scenes = (await studio.ask('GET', `/projects/${id}/scenes`)).scenes as Answer[]
      const layers = scenes.flatMap((scene) => scene.layers as Answer[])
      return [name, ...[...scenes, ...layers].map((one) => one.name)]
    },
    expected: (count) => Array.from({ length: 1 + (count % 3) }, (_, step) => `${count - (count % 3) + step}`),
  },
  /** Two dates, cancelled one after the other. */
  date: {
    async write(studio, count) {
      const { ask, datedId } = at(studio)
      const schedules = `/projects/${datedId}/schedules`
      const dates = [2, 3].map((days) => new Date(Date.now() + days * DAY_MS).toISOString())
      if (count % 3 === 0) return ask('POST', schedules, { dates })
      const [next] = (await ask('GET', schedules)).schedules as Answer[]
      return ask('DELETE', `${schedules}/${next?.liveId}`)
    },
    found: async (studio) => (await studio.ask('GET', `/projects/${at(studio).datedId}/schedules`)).total,
    expected: (count) => 2 - (count % 3),
  },
  key: {
    async write(studio, count) {
      if (isEven(count)) return studio.tell('POST', '/keys', { label: `${count}` })
      return studio.tell('DELETE', `/keys/${(await labelled(studio))[0]?.id}`)
    },
    found: async (studio) => (await labelled(studio)).map(({ label }) => label),
    expected: (count) => (isEven(count) ? [`${count}`] : []),
  },
  fault: {
    write: ({ tell }, count) =>
      isEven(count) ? tell('POST', '/faults', { kind: 'statisticsRefused' }) : tell('DELETE', '/faults'),
    found: async ({ tell }) => ((await tell('GET', '/rehearsal')).faults as Answer[]).length,
    expected: (count) => (isEven(count) ? 1 : 0),
  },
}

const SCENES = 3

/** Every kind of write, in the order in which a life performs them. */
export const ALL_WRITES: Readonly<Record<string, Write>> = { ...WRITES, ...AIR_WRITES }

/** Projects for these, two of them on air. */
export async function prepareAir(studio: Studio, ground: FileGround): Promise<Ground> {
  const { ask, tell } = studio
  await tell('PATCH', '/timings', { preparingMs: 1 })
  const destinationIds = ((await ask('GET', '/destinations')).destinations as Answer[])
    .slice(0, 1)
    .map(({ id }) => id)
  const project = async (name: string, duration: object = { manual: true }) =>
    String((await ask('POST', '/projects', { name, duration, destinationIds })).id)
  const startedId = await project('Started')
  const datedId = await project('Dated', { manual: false, planned: 3_600 })
  const switchedId = await project('Switched')
  const playedId = await project('Played')
  const sceneIn = async (projectId: string) =>
    String((await ask('POST', `/projects/${projectId}/scenes`, { name: 'x' })).id)
  for (const projectId of [startedId, datedId]) await sceneIn(projectId)
  const sceneIds = []
  while (sceneIds.length < SCENES) sceneIds.push(await sceneIn(switchedId))
  const settings = { files: [{ fileId: ground.fileIds[0] }], loop: true }
  const layers = `/projects/${playedId}/scenes/${await sceneIn(playedId)}/layers`
  const playedLayerId = String((await ask('POST', layers, { type: 'videoPlaylist', settings })).id)
  for (const projectId of [switchedId, playedId]) await ask('POST', `/projects/${projectId}/live`)
  const whole = { ...ground, startedId, switchedId, sceneIds, playedId, playedLayerId, datedId }
  for (const kind of ['created', 'date'])
    for (const count of [0, 1]) await AIR_WRITES[kind]?.write({ ...studio, ...whole }, count)
  return whole
}
