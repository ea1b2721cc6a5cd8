/** The address of an RTMP server, without its stream key. */

export interface RtmpAddress {
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  /** What the server calls the application: the path. */
  readonly app: string
  readonly url: string
}

const LONGEST = 500
const PORTS = { 'rtmp:': 1_935, 'rtmps:': 443 } as const

/**
 * Reads an address such as `rtmps://live.example.com/app`. It returns a sentence if it is none.
 */
export function readRtmpAddress(text: string): RtmpAddress | string {
  const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : null
  const { protocol = '', hostname = '', username = '', password = '', port = '', hash = '' } = url ?? {}
  if (!url || (protocol !== 'rtmp:' && protocol !== 'rtmps:') || hostname === '')
    return 'Enter a full address: rtmp://server/app or rtmps://server/app.'
  if (username !== '' || password !== '' || hash !== '')
    return 'Enter the address without a name, a password or a #. The stream key is entered separately.'
  const app = decodeApp(url.pathname.split('/').filter(Boolean).join('/') + url.search)
  if (app === '') return 'Enter the address with its application: rtmp://server/app.'
  return {
    isSecure: protocol === 'rtmps:',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[protocol] : Number(port),
    app,
    url: `${protocol}//${hostname}${port === '' ? '' : `:${port}`}/${app}`,
  }
}

function decodeApp(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
