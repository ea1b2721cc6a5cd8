/** One round of lost responses: edits that must never repeat, cut at random, while another client makes namesakes. */
import { type EditName, type Operation, operations } from '../../shared/contract/operations.ts'
import type { LostEdit } from '../../shared/state.ts'
import type { Passing } from '../fakes/between.ts'
import { seeded } from '../fakes/random.ts'
import type { EditStage } from './editStage.ts'

type Input = Record<string, unknown>
type Random = ReturnType<typeof seeded>

/** The objects that a round may change, created afresh for it. */
export interface Ground {
  projectId: string
  /** A scene that stays, with a playlist. */
  sceneId: string
  layerId: string
  /** A scene that may be deleted. */
  spareId: string
}

/** Objects that are slow to create, so several rounds share them. */
export interface Props {
  videos: string[]
  links: string[]
  /** A file that can be encoded. */
  arrivedId: string
}

interface Kind {
  path: RegExp
  input: (ground: Ground, props: Props, name: string, at: number) => Input
  /** What makes two of them alike: a lost one cannot be told from the other. */
  alike: (input: Input) => unknown
}

const SCENES = /\/scenes$/
/** Every edit that must never repeat, with a matcher for its writes. */
export const NEVER: Partial<Record<EditName, Kind>> = {
  createProject: {
    path: /\/projects$/,
    input: (_, __, name) => ({ name, duration: { manual: true } }),
    alike: ({ name }) => name,
  },
  createScene: {
    path: SCENES,
    input: ({ projectId }, _, name) => ({ projectId, name }),
    alike: ({ projectId, name }) => [projectId, name],
  },
  createSceneWithPlaylist: {
    path: /\/scenes\/workflow$/,
    input: ({ projectId, sceneId }, { videos }, name) => ({
      projectId,
      sceneName: name,
      previousSceneId: sceneId,
      files: videos.map((fileId) => ({ fileId })),
    }),
    alike: ({ projectId, sceneName }) => [projectId, sceneName],
  },
  deleteScene: {
    path: /\/scenes\/[^/]+$/,
    input: ({ projectId, spareId }) => ({ projectId, sceneId: spareId }),
    alike: ({ sceneId }) => sceneId,
  },
  addLayer: {
    path: /\/layers$/,
    input: ({ projectId, sceneId }, { videos }, name) => {
      return {
        projectId,
        sceneId,
        type: 'videoPlaylist',
        name,
        settings: { files: videos.map((fileId) => ({ fileId })) },
      }
    },
    alike: ({ sceneId, name }) => [sceneId, name],
  },
  setPlaylist: {
    path: /\/layers\/[^/]+\/files$/,
    input: ({ projectId, layerId }, { videos }) => ({
      projectId,
      layerId,
      files: videos.map((fileId) => ({ fileId })),
    }),
    alike: ({ layerId }) => layerId,
  },
  scheduleLive: {
    path: /\/schedules$/,
    input: ({ projectId }, _, __, at) => ({
      projectId,
      dates: [1, 5].map((hours) => new Date(at + hours * 3_600_000).toISOString()),
    }),
    alike: ({ projectId }) => projectId,
  },
  importFile: {
    path: /\/files\/import$/,
    input: (_, { links }) => ({ url: links[0], type: 'video' }),
    alike: () => '',
  },
  encodeFiles: { path: /\/files\/encode$/, input: (_, { arrivedId }) => ({ fileIds: [arrivedId] }), alike: () => '' },
}
export const NEVER_NAMES = Object.keys(NEVER) as EditName[]
/** Two operations create scenes, so they share names. */
const familyOf = (name: EditName) => (name.startsWith('createScene') ? 'scene' : name)

interface Pressed {
  commandId: string
  operation: EditName
  key: string
  /** The request that carried it; absent: refused before sending. */
  passing?: Passing
  result: string | null
}

export interface Played {
  /** In words; empty: all was well. */
  wrong: string[]
  /** The fate of each edit: `createScene lost, found`. */
  came: string[]
}

export async function playRound(on: EditStage, grounds: Ground[], props: Props, seed: number): Promise<Played> {
  const random = seeded(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const firstSeen = on.between.seen.length
  const names = ['A', 'B'].map((letter) => `${letter} ${seed}`)
  const pressed: Pressed[] = []
  const others: string[] = []

  const byOther = async (operation: EditName, input: Input, key: string) => {
    // The other client's edit may be refused like ours.
    await on.other(operation, input).then(
      () => others.push(key),
      () => {},
    )
  }

  for (let left = 2 + Math.floor(random() * 3); left > 0; left -= 1) {
    const operation = pick(NEVER_NAMES)
    const { input: inputOf, alike, path } = NEVER[operation] as Kind
    const input = inputOf(pick(grounds), props, pick(names), on.clock.now())
    const key = JSON.stringify([familyOf(operation), alike(input)])
    const when = pick(['never', 'never', 'before', 'meanwhile', 'after'] as const)
    if (when === 'before') await byOther(operation, input, key)
    const one: Pressed = { commandId: `${seed} ${left}`, operation, key, result: null }
    pressed.push(one)
    on.between.interfere({
      ...{ method: operations[operation].method, path },
      ...cutBy(random),
      before: () => (when === 'meanwhile' ? byOther(operation, input, key) : null),
      seen: (passing) => {
        one.passing = passing
      },
    })
    void on.rig.press({ type: 'edit', operation, input }, 'panel', one.commandId).then(({ result }) => {
      one.result = result
    })
    await on.until(() => one.result !== null, `what comes of ${operation}`)
    on.between.forget()
    await on.pass(random() * 4_000)
    if (when === 'after') await byOther(operation, input, key)
  }
  await on.pass(60_000, 500)
  const writes = on.between.seen.slice(firstSeen).filter(({ method }) => method !== 'GET')
  const { lostEdits } = on.rig.state()
  const phaseOf = (id: string) => lostEdits.find((lost) => lost.id === id)?.phase
  const came = pressed.map(({ operation, result, commandId }) => `${operation} ${phaseOf(commandId) ?? result}`)
  return { wrong: judge(pressed, others, writes, lostEdits), came }
}

function cutBy(random: Random) {
  const which = Math.floor(random() * 5)
  if (which === 0) return {}
  return {
    cut:
      which === 1
        ? ({ lateMs: 500 + random() * 25_000 } as const)
        : which < 4
          ? ('after' as const)
          : ('before' as const),
  }
}

function judge(pressed: Pressed[], others: string[], writes: Passing[], lost: readonly LostEdit[]): string[] {
  const wrong: string[] = []
  const sent = pressed.flatMap(({ passing }) => passing ?? [])
  if (writes.length !== sent.length) wrong.push(`${writes.length} writes of ${sent.length} edits`)
  const answered = pressed.filter(({ result }) => result === 'done').flatMap(({ passing }) => idsOf(passing))
  const found = lost.flatMap(({ id, foundId }) =>
    foundId && pressed.some((one) => one.commandId === id) ? [foundId] : [],
  )
  for (const one of pressed) {
    const entry = lost.find(({ id }) => id === one.commandId)
    const told = `${one.operation} ${one.key}`
    if (one.result === 'unknown' && !entry) wrong.push(`${told} is lost and not shown`)
    if (one.result !== 'unknown' && entry) wrong.push(`${told} was answered and is shown as lost`)
    if (!entry) continue
    if (entry.phase === 'looking') wrong.push(`${told} is never settled`)
    const rivals =
      others.filter((key) => key === one.key).length +
      pressed.filter((other) => other !== one && other.key === one.key).length
    const isDone = one.passing?.status != null && one.passing.status < 300
    if (rivals === 0 && !isDone && entry.phase === 'found') wrong.push(`${told} was not done and is told as found`)
    // An encode that has ended is in no list any more.
    const mayBeGone = one.operation === 'encodeFiles'
    if (rivals === 0 && isDone && entry.phase !== 'found' && !mayBeGone)
      wrong.push(`${told} was done and is told as ${entry.phase}`)
    if (isDone && entry.phase === 'notDone') wrong.push(`${told} was done and is told as not done`)
    const isMade = (operations[one.operation] as Operation).lookFor?.as === undefined && !mayBeGone
    if (isMade && entry.foundId && answered.includes(entry.foundId))
      wrong.push(`${told} is told to be what another edit made`)
    if (isMade && entry.foundId && found.filter((id) => id === entry.foundId).length > 1)
      wrong.push(`${told} is found twice`)
  }
  return wrong
}

function idsOf(passing: Passing | undefined): string[] {
  const { id, fileId, scene } = (passing?.answer ?? {}) as { id?: string; fileId?: string; scene?: { id: string } }
  return [id, fileId, scene?.id].filter((one) => one !== undefined)
}
