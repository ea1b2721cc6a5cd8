/** What the benches of the engine have in common: clips in the house format, plans that loop them, the engine itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { WITHOUT_COMPILERS } from '../../electron/studio/broadcasting/engineProcess.ts'
import { lines } from '../../electron/studio/engine/lines.ts'
import { type EnginePlan, EngineReport, type PlannedBroadcast } from '../../electron/studio/engine/plan.ts'
import { ffmpeg, HOUSE } from '../studio/engine/clips.ts'
import type { RtmpServer } from '../studio/engine/rtmpServer.ts'

const ENTRY = join(import.meta.dirname, '../../.dist/main/engine.mjs')
/** The length of each clip, in ms. */
export const CLIP_MS = 4_000

/** A clip in the house format, with 3 Mbit/s of pictures if they move. */
export function clip(dir: string, name: string, picture: string, sound = 'sine=frequency=440'): string {
  const [seconds, rate] = [String(CLIP_MS / 1_000), ['-b:v', '3M', '-maxrate', '3M', '-bufsize', '6M']]
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-t', seconds]
  const flv = ['-flvflags', 'add_keyframe_index', '-f', 'flv']
  return ffmpeg([...inputs, ...HOUSE, ...rate, ...flv], join(dir, `${name}.flv`))
}

/** A file that plays again and again from now on. @param play changes what is on air, also to the same file */
export function looped(path: string, server: Pick<RtmpServer, 'url'>, key: string, play = 'first'): PlannedBroadcast {
  const times = Array.from({ length: 400 }, (_, nth) => nth * CLIP_MS)
  return {
    liveId: key,
    plays: times.map((at, nth) => ({
      ...{ id: `${play} ${nth}`, path, why: null, isSilent: false, layers: null },
      ...{ startsIn: at, endsIn: at + CLIP_MS },
    })),
    sounds: [],
    targets: [{ destinationId: 'server', url: server.url, key }],
    slate: null,
  }
}

/** The engine as it is shipped. */
export function startEngine() {
  const flags = nodeFlags.filter((flag) => !WITHOUT_COMPILERS.includes(flag))
  const child = spawn(process.execPath, [...flags, ENTRY], { stdio: ['pipe', 'pipe', 'inherit'] })
  let report: EngineReport = { targets: [], broadcasts: [] }
  const take = lines((value) => {
    report = EngineReport.parse(value)
  })
  child.stdout.on('data', take)
  return {
    child,
    report: () => report,
    follow(broadcasts: PlannedBroadcast[]): void {
      const plan: EnginePlan = { sentAt: Date.now(), broadcasts }
      child.stdin.write(`${JSON.stringify(plan)}\n`)
    },
    async close(): Promise<void> {
      const gone = once(child, 'close')
      child.stdin.end()
      await gone
    },
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}
