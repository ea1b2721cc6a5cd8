import { nextOf } from '../../../../shared/scenes/chains.ts'
import { clashesOf } from '../../../../shared/schedule/runs.ts'
import type { AppState, ProjectState } from '../../../../shared/state.ts'
import { roundOf, timedLayer } from '../../../../shared/timeline/lists.ts'
import { EMPTY } from '../../../../shared/words/labels.ts'
import * as words from '../../../../shared/words/show/check.ts'
import { describeReadFailure, useRead } from '../../../data/queries.ts'
import { usePlan } from '../../../data/usePlan.ts'
import { useUnusable } from '../../../data/useUnusable.ts'
import { addressOf } from '../../../store/address.ts'
import { hashOf } from '../../../store/place.ts'
import { EncodeWay } from '../../../ui/actions/EncodeWay.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { type Check, endOfStart } from './checks.tsx'

/** Checks whether another project's broadcast uses the same destinations at the same time. */
export function useClashes(target: ProjectState, state: AppState, now: number): Check & { readAgain(): void } {
  const { dates, running, projects, runs, readAt, readAgain } = usePlan()
  const check = { id: 'clashes', bad: false, readAgain } as const
  const error = dates.error ?? running.error ?? projects.error
  if (error)
    return { ...check, head: words.CHECK_FACTS.notKnown, more: describeReadFailure(error).what, readAt: null }
  const progress = dates.data?.value.progress
  if (!progress || !running.data || !target.settings) return { ...check, head: null, readAt: null }
  const outlets = target.settings.destinations
  const end = endOfStart(target, state, now)?.at ?? null
  const [first, ...more] = clashesOf({ projectId: target.id, at: now, end, outlets }, runs)
  const unread = progress.read < progress.of ? progress.problem : null
  if (!first) return { ...check, head: words.CHECK_WORDS.noClash, more: unread, readAt }
  const shared = outlets.filter(({ id }) => id !== null && first.outlets.some((one) => one.id === id))
  const rest = more.length ? ` ${words.moreClashes(more.length)}` : ''
  return {
    ...{ ...check, bad: true, head: words.clashText(first), readAt },
    more: words.clashOn(shared.map(({ name }) => name)) + rest,
    remedy: (className) => (
      <a className={`button ${className}`} href={hashOf('schedule')}>
        {words.CHECK_NAMES.schedule}
      </a>
    ),
  }
}

/** The scene that the show begins with, with everything that plays in it and where it leads. */
export function useFirst(target: ProjectState, state: AppState) {
  const opening = state.openings[target.id]
  const { data, error, refetch } = useRead('projectContent', { projectId: target.id, sceneId: opening?.id })
  const { scenes = [], sceneId } = data?.value ?? {}
  const scene = scenes.find(({ id }) => id === sceneId) ?? null
  const contents = scene?.layers.flatMap(({ content }) => content ?? []) ?? []
  const lists = contents.map(timedLayer).filter(({ items }) => items.length > 0)
  const list = lists.find(({ type }) => type !== 'audioPlaylist') ?? lists[0]
  const check = { id: 'first', readAt: data?.readAt ?? null } as const

  function first(): Check {
    const isGone = opening && target.scenes && !target.scenes.some(({ id }) => id === opening.id)
    if (isGone)
      return { ...check, bad: true, head: words.goneScene(opening.name), more: words.CHECK_WORDS.chooseScene }
    if (target.scenes?.length === 0) {
      const remedy = (className: string) => (
        <a className={`button ${className}`} href={addressOf('build', { project: target.id })}>
          {words.CHECK_NAMES.build}
        </a>
      )
      return { ...check, bad: true, head: words.CHECK_WORDS.noScenes, remedy }
    }
    if (target.scenes && !opening && !target.scenes.some(({ isActive }) => isActive))
      return { ...check, bad: true, head: words.CHECK_WORDS.noScene, more: words.CHECK_WORDS.chooseScene }
    if (error)
      return { ...check, bad: false, head: words.CHECK_FACTS.notKnown, more: describeReadFailure(error).what }
    if (!scene) return { ...check, bad: false, head: null }
    const ms = list ? roundOf(list) : null
    const seconds = ms !== null && Number.isFinite(ms) ? ms / 1_000 : null
    const head = words.opensWith(scene.name || EMPTY.nameless, list?.items.length ?? 0, seconds)
    return { ...check, bad: false, head, more: list?.loop ? words.CHECK_WORDS.loops : follows(scene, scenes) }
  }

  const files = new Map(lists.flatMap(({ items }) => items).map((item) => [item.fileId, item.name ?? item.fileId]))
  return { first: first(), files: scene || error ? files : null, readAgain: () => void refetch() }
}

/** At most this many following scenes are named. */
const NAMED = 4

type Scene = Parameters<typeof nextOf>[0] & { readonly name: string }
function follows(scene: Scene, scenes: readonly Scene[]): string {
  const names: string[] = []
  const seen = new Set([scene])
  let next = nextOf(scene, scenes) as Scene | null
  for (; next && !seen.has(next) && names.length < NAMED; next = nextOf(next, scenes) as Scene | null) {
    seen.add(next)
    names.push(next.name || EMPTY.nameless)
  }
  return names.length ? words.thenScenes(names, next !== null && seen.has(next)) : words.CHECK_WORDS.nothingFollows
}

/** Checks whether the files of the first scene can be used. @param files their names by id; null: not read yet */
export function useFiles(files: ReadonlyMap<string, string> | null): Check & { readAgain(): void } {
  const { unusable, missing, isRead, error, ...read } = useUnusable(files && new Set(files.keys()))
  const check = { id: 'files', bad: false, ...read } as const
  if (error) return { ...check, head: words.CHECK_FACTS.notKnown, more: describeReadFailure(error).what }
  if (!files || !isRead) return { ...check, head: null }
  if (files.size === 0) return { ...check, head: words.CHECK_WORDS.noFiles }
  const head = words.filesText(files.size, unusable.length, missing)
  if (unusable.length === 0) return { ...check, head, more: missing > 0 && words.unreadFiles(missing) }
  return {
    ...{ ...check, bad: true, head, more: words.unusableText(unusable) },
    children: <Answer spots={['edit:encode']} />,
    remedy: (className) => <EncodeWay files={unusable} spot="edit:encode" className={className} />,
  }
}
