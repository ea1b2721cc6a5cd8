/** The local studio as a process of its own, and what a test asks it. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { StudioAddress } from '../../../electron/studio/address.ts'
import { administer } from '../../../electron/studio/administration/client.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { ask, keyIn, StudioProcess } from '../processes.ts'

const ARGUMENTS = ['--preparing-ms', '100']

/** Pictures and sounds take their time: this is what is broadcast, not a wait for something. */
export const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class LiveStudio {
  process: StudioProcess
  address!: StudioAddress

  readonly #mostAsks: number

  constructor(dataDir: string, mostAsks: number) {
    this.#mostAsks = mostAsks
    this.process = new StudioProcess(dataDir, ARGUMENTS)
  }

  /** @param mostAsks how often `until` asks before it gives up */
  static async start(dataDir: string, mostAsks = 100): Promise<LiveStudio> {
    const studio = new LiveStudio(dataDir, mostAsks)
    studio.address = await studio.process.address()
    return studio
  }

  /** Starts it again on its port, after it has ended. */
  async restart(): Promise<void> {
    const { port } = new URL(this.address.baseUrl)
    this.process = new StudioProcess(this.process.dataDir, [...ARGUMENTS, '--port', port])
    this.address = await this.process.address()
  }

  async api(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { status, body: answer } = await ask(this.address, keyIn(this.process.dataDir), method, path, body)
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    return answer
  }

  /** Takes a file in. @returns its id, once it is complete */
  async takeIn(path: string): Promise<string> {
    const { fileId } = await administer(this.address, 'takeFile', { path, mode: 'copy' }, systemClock)
    await this.until(async () => (await this.api('GET', `/files/${fileId}/import`)).status === 'completed')
    return fileId
  }

  /** Adds a scene with a looping playlist. */
  async sceneOf(at: string, name: string, fileIds: readonly string[]): Promise<{ sceneId: string; layerId: string }> {
    const { id: sceneId } = await this.api('POST', `${at}/scenes`, { name })
    const settings = { files: fileIds.map((fileId) => ({ fileId })), loop: true }
    const layer = await this.api('POST', `${at}/scenes/${sceneId}/layers`, { type: 'videoPlaylist', settings })
    return { sceneId: String(sceneId), layerId: String(layer.id) }
  }

  /** The first destination of what is on air. */
  async destination(at: string): Promise<Record<string, unknown>> {
    const { destinations } = await this.api('GET', `${at}/live`)
    return (destinations as Record<string, unknown>[])[0] ?? {}
  }

  /** The names of the files in one of its folders of media. */
  media(folder: 'play' | 'mix' | 'composed'): string[] {
    const path = join(this.process.dataDir, 'media', folder)
    return existsSync(path) ? readdirSync(path) : []
  }

  /** Asks a few times a second: an account has 150 requests a minute. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    for (let asked = 0; asked < this.#mostAsks; asked += 1) {
      if (await isSo()) return
      await pass(300)
    }
    throw new Error(`nothing came: ${this.process.output}`)
  }
}
