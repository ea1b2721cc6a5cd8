import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { _electron } from 'playwright'
import type { DesktopApp } from './driver.ts'
import { collected, type Launch, pageNamed } from './launch.ts'

const probe = join(import.meta.dirname, '../../fakes/electron/probe.cjs')

/** Runs a main module on real Electron, not packaged, with the same probe. Never run where it was written: no binary there. */
export async function launchElectron(binary: string, { main, dataDir, args, env }: Launch): Promise<DesktopApp> {
  // As root Chromium starts no sandbox of its own; elsewhere it must have it.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const environment = { ...process.env, ...env } as Record<string, string>
  const app = await _electron.launch({
    executablePath: binary,
    args: [...flags, '-r', probe, main, ...args],
    env: environment,
  })
  const child = app.process()
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)]
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const pages = async () => app.windows()
  return {
    kind: 'electron',
    ...{ dataDir, stdout, stderr, ended, pages },
    evaluate: (fn, arg) => app.evaluate(fn as never, arg) as never,
    page: (name) => pageNamed(name, pages),
    end(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
    async startAgain(more = []) {
      const second = spawn(binary, [...flags, main, ...args, ...more], { env: environment })
      const [said, complained] = [collected(second.stdout), collected(second.stderr)]
      const [code] = await once(second, 'close')
      return { code, stdout: said(), stderr: complained() }
    },
  }
}
