/** A real RTMP server: Debian's nginx with its RTMP module, on this machine only, with a configuration of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { newDir } from '../../support/folders.ts'
import { eventually } from '../processes.ts'

const NGINX = '/usr/sbin/nginx'
const MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so'

/** Why such a server cannot be had here; null: it can. */
export const NO_RTMP_SERVER = [NGINX, MODULE].every((path) => existsSync(path))
  ? null
  : 'not run: no nginx with RTMP (sudo apt install nginx-light libnginx-mod-rtmp)'

export interface RtmpServer {
  /** Without the stream key. */
  readonly url: string
  /** The same of an application that writes each stream it gets to a file of its own: the beginning of it. */
  readonly recordedUrl: string
  /** The files of a stream, with their sizes in bytes. */
  recordsOf(key: string): { readonly name: string; readonly bytes: number }[]
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** It takes nothing more, with all its connections open. */
  freeze(): void
  thaw(): void
}

/**
 * Starts a server on a free port, with the application `live`.
 * @param guard asks this address before it takes a stream; its fields of a form say the key as `name`
 */
export async function startRtmpServer(guard?: string): Promise<RtmpServer> {
  const dir = newDir()
  const port = await freePort()
  for (const folder of ['logs', 'records']) mkdirSync(join(dir, folder))
  writeFileSync(
    join(dir, 'nginx.conf'),
    `load_module ${MODULE};
    daemon off; master_process off; pid ${dir}/nginx.pid; error_log ${dir}/logs/error.log;
    events { worker_connections 64; }
    rtmp { access_log off; server { listen 127.0.0.1:${port};
      application live { live on; ${guard ? `on_publish ${guard};` : ''} }
      application recorded { live on; record all; record_path ${dir}/records; record_unique on; record_max_size 500K; } } }`,
  )
  let child: ChildProcess | null = null
  const server = {
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    url: `rtmp://127.0.0.1:${port}/live`,
    recordedUrl: `rtmp://127.0.0.1:${port}/recorded`,
    recordsOf: (key: string) =>
      readdirSync(join(dir, 'records'))
        .filter((name) => name.startsWith(`${key}-`))
        .map((name) => ({ name, bytes: statSync(join(dir, 'records', name)).size })),
    async start() {
      child = spawn(NGINX, ['-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: 'ignore' })
      let isThere = false
      await eventually(() => {
        connect(port, '127.0.0.1', () => {
          isThere = true
        })
          .on('error', () => {})
          .unref()
        return isThere || null
      })
    },
    async stop() {
      const mine = child
      child = null
      if (!mine) return
      const gone = once(mine, 'close')
      mine.kill('SIGKILL')
      await gone
    },
  }
  await server.start()
  return server
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}
