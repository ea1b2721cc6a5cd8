import * as z from 'zod'

/** A link to import a file from. A user name or password in it is a secret that would be stored: it is refused. */
/** In characters: longer than any server accepts. */
const LONGEST_LINK = 10_000

export const ImportLink = z
  .url({ protocol: /^https?$/ })
  .max(LONGEST_LINK)
  .refine((link) => !partsOf(link).user, 'a link must not hold a user name or password')

/** An absolute path of a file of this computer. Only the local studio accepts one. */
export const isLocalPath = (text: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)\P{Cc}+$/u.test(text)

/** What the import queue accepts: a link, or the path of a file of this computer. */
export const ImportSource = z
  .string()
  .max(LONGEST_LINK)
  .refine((text) => isLocalPath(text) || ImportLink.safeParse(text).success, {
    error: 'no http or https link without a user name or password, and no full path of a file',
  })

/** How a link or path is shown or logged: by host and file name, never with its query. */
export function linkName(link: string): string {
  if (isLocalPath(link)) return link.split(/[\\/]/).findLast((part) => part !== '') ?? link
  const file = fileOfLink(link)
  const { host } = partsOf(link)
  return file === null ? host : `${file} (${host})`
}

/** The name of the file that a link leads to; null if it names none. */
export function fileOfLink(link: string): string | null {
  const file = partsOf(link)
    .path.split('/')
    .findLast((part) => part !== '')
  return file === undefined ? null : decoded(file)
}

export const KINDS = ['video', 'audio', 'image'] as const
type Kind = (typeof KINDS)[number]

/** File name endings by kind; everything else is taken for a video. */
const ENDINGS: Readonly<Record<Exclude<Kind, 'video'>, RegExp>> = {
  audio: /\.(?:aac|aiff?|flac|m4a|mp3|oga|ogg|opus|wav|wma)$/i,
  image: /\.(?:bmp|gif|jpe?g|png|webp)$/i,
}

/** The most likely kind of what a link or path leads to, by its file name. */
export function likelyKind(link: string): Kind {
  const name = isLocalPath(link) ? link : (fileOfLink(link) ?? '')
  return KINDS.find((kind) => kind !== 'video' && ENDINGS[kind].test(name)) ?? 'video'
}

/** `shared` has no `URL`, which belongs to the DOM and to Node. Browsers read a backslash as a slash. */
function partsOf(link: string): { user: string | undefined; host: string; path: string } {
  const { user, host = 'a link', path = '' } = LINK.exec(link)?.groups ?? {}
  return { user, host, path }
}

const LINK = /^https?:[/\\]*(?:(?<user>[^/\\?#]*)@)?(?<host>[^/\\?#]+)(?<path>[^?#]*)/i

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
