import type { ReactNode } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import type { Chain } from '../../../shared/scenes/chains.ts'
import { CHAIN_WORDS } from '../../../shared/words/projects/build.ts'

interface ChainProps {
  project: Project
  chain: Chain<SceneContent>
  item(scene: SceneContent): ReactNode
}

/** A chain from top to bottom; the part that loops is in a bracket of its own. */
export function ChainView({ project: { duration }, chain, item }: ChainProps) {
  const { scenes, leadsTo } = chain
  const back = leadsTo ? scenes.indexOf(leadsTo) : -1
  const [once, round] = back < 0 ? [scenes, []] : [scenes.slice(0, back), scenes.slice(back)]
  const last = scenes.at(-1)
  const end = leadsTo && CHAIN_WORDS[back < 0 ? 'leadsOn' : 'goesRound'](leadsTo.name)
  const endText = end ?? CHAIN_WORDS[(last && endOf(last)) ?? (last && isUnread(last) ? 'unread' : 'nothing')]
  const planned = duration.manual ? null : duration.planned
  const length = CHAIN_WORDS.length(secondsOf(once), secondsOf(round), planned)
  return (
    <>
      {length && <p className="small num">{length}</p>}
      <ol className="build-chain">
        {once.map((scene) => item(scene))}
        {round.length > 0 && (
          <li>
            <ol className="build-round">{round.map((scene) => item(scene))}</ol>
          </li>
        )}
        <Then text={endText} />
      </ol>
    </>
  )
}

export const Then = ({ text }: { text: string }) => <li className="small build-then">{text}</li>

/** How long these scenes play in sequence; null: at least one length is unknown. */
const secondsOf = (scenes: readonly SceneContent[]): number | null =>
  scenes.reduce<number | null>((sum, scene) => {
    const own = lengthOf(scene)
    return sum === null || own === null ? null : sum + own
  }, 0)

/** How long a scene plays before the next one: the length of its first video playlist. */
export function lengthOf({ layers }: SceneContent): number | null {
  const files = layers.find(({ type }) => type === 'videoPlaylist')?.content?.settings.files
  if (!files?.length) return null
  return files.reduce<number | null>((sum, { duration }) => (sum === null || !duration ? null : sum + duration), 0)
}

/** Whether a video of this scene was not read yet: whether it loops is then not known. */
const isUnread = ({ layers }: SceneContent): boolean =>
  layers.some(({ type, content }) => (type === 'video' || type === 'videoPlaylist') && !content)

/** What follows a scene that leads nowhere; null: its layers were not read, or it contains no video. */
export function endOf({ layers }: SceneContent): 'loops' | 'deadAir' | null {
  const videos = layers.filter(({ type }) => type === 'video' || type === 'videoPlaylist')
  if (videos.length === 0 || videos.some(({ content }) => !content)) return null
  return videos.some(({ content }) => content?.settings.loop) ? 'loops' : 'deadAir'
}
