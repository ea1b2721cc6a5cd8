import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDir } from '../../fakes/rig.ts'
import { processesOn } from '../../localStudio/processTable.ts'
import type { DesktopApp } from './driver.ts'
import { launchDesktop } from './launch.ts'
import { atEnd, until } from './stage.ts'

/** A fault in the sample app: a piece of it, and what stands there instead. */
export interface SampleFault {
  file?: 'main.mjs' | 'preload.cjs'
  from: string
  to: string
}

const sources = join(import.meta.dirname, '../../fakes/electron/sample')

/** Starts the small app that the stand-in is proven on, as it is or with a fault. */
export async function openSample(fault?: SampleFault): Promise<DesktopApp> {
  const dir = newDir()
  cpSync(sources, dir, { recursive: true })
  if (fault) plant(join(dir, fault.file ?? 'main.mjs'), fault)
  const app = await launchDesktop({ main: join(dir, 'main.mjs'), args: [join(dir, 'data')], dataDir: dir })
  atEnd(async () => {
    await app.end('SIGKILL')
    for (const pid of processesOn(dir)) process.kill(pid, 'SIGKILL')
  })
  return app
}

function plant(path: string, { from, to }: SampleFault): void {
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`the fault does not fit: not exactly one "${from}"`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

/** Waits until the app has printed these lines, in this order, whatever else is between them. */
export function prints(app: DesktopApp, ...lines: string[]): Promise<void> {
  return until(() => {
    const said = app.stdout().split('\n')
    let from = 0
    for (const line of lines) {
      from = said.indexOf(line, from) + 1
      if (from === 0) throw new Error(`"${line}" was not printed, but: ${said.join(' | ')} ${app.stderr()}`)
    }
  })
}
