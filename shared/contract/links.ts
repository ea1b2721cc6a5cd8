import * as z from 'zod'

/** A link a file can be imported from. What stands in one for a user is a secret, and would be kept: it is refused. */
/** More than any server takes, in characters. */
const LONGEST_LINK = 10_000

export const ImportLink = z
  .url({ protocol: /^https?$/ })
  .max(LONGEST_LINK)
  .refine((link) => !partsOf(link).user, 'a link must not hold a user name or password')

/** Where a file of this computer is, from the top of the disk. Only the local studio takes it in. */
export const isLocalPath = (text: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)\P{Cc}+$/u.test(text)

/** What the import queue takes: a link, or where a file of this computer is. */
export const ImportSource = z
  .string()
  .max(LONGEST_LINK)
  .refine((text) => isLocalPath(text) || ImportLink.safeParse(text).success, {
    error: 'no http or https link without a user name or password, and no full path of a file',
  })

/** What a link or path is called where it is told or written down: its host and file, never its query. */
export function linkName(link: string): string {
  if (isLocalPath(link)) return link.split(/[\\/]/).findLast((part) => part !== '') ?? link
  const file = fileOfLink(link)
  const { host } = partsOf(link)
  return file === null ? host : `${file} (${host})`
}

/** The name of the file that a link leads to; null: it names none. */
export function fileOfLink(link: string): string | null {
  const file = partsOf(link)
    .path.split('/')
    .findLast((part) => part !== '')
  return file === undefined ? null : decoded(file)
}

export const KINDS = ['video', 'audio', 'image'] as const
type Kind = (typeof KINDS)[number]

/** What the end of a name says of a file; all else is taken for a video. */
const ENDINGS: Readonly<Record<Exclude<Kind, 'video'>, RegExp>> = {
  audio: /\.(?:aac|aiff?|flac|m4a|mp3|oga|ogg|opus|wav|wma)$/i,
  image: /\.(?:bmp|gif|jpe?g|png|webp)$/i,
}

/** What a link or path most likely leads to, by the name of its file. */
export function likelyKind(link: string): Kind {
  const name = isLocalPath(link) ? link : (fileOfLink(link) ?? '')
  return KINDS.find((kind) => kind !== 'video' && ENDINGS[kind].test(name)) ?? 'video'
}

/** `shared` has no `URL`: that is of the DOM and of Node. A browser reads a backslash as a slash. */
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
