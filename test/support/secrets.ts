import { randomBytes } from 'node:crypto'

/** One secret of each kind. None is written anywhere but where a test plants it. */
export const SECRETS = {
  /** Of a profile: told to the redactor. Made of what must be escaped somewhere. */
  registered: `op/${random()}+"quoted"&=\\?!~`,
  /** Of the documented prefix, another account's: nobody told of it. */
  foreignKey: `svc_${random()}/+=`,
  /** Of a prefix that an override says. */
  overridden: `$acme-${random()}`,
  studioKey: `svc_${random()}`,
  admin: random(),
  session: random(),
  token: random(),
} as const

function random(): string {
  for (;;) {
    const text = randomBytes(32).toString('base64url')
    // As nearly all are: with all kinds of characters in it.
    if (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  }
}

/** A secret as it may be written, by whoever writes it. */
export function written(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const inner = secret.slice(6, 36)
  return [
    ...[secret, json, JSON.stringify(json).slice(1, -1), json.replaceAll('/', '\\/')],
    ...[encodeURIComponent(secret), encodeURI(secret), new URLSearchParams({ '': secret }).toString().slice(1)],
    // Its heart is the same however its ends were escaped.
    inner,
  ]
}

/** The same in base64, with anything before it. */
export function inBase64(secret: string): string[] {
  return ['', 'a', 'ab'].flatMap((before) => {
    const bytes = Buffer.from(`${before}${secret}`)
    return [bytes.toString('base64'), bytes.toString('base64url')]
  })
}

/** The same without its ends, which belong to what stands beside it too: what a reader could make it out from. */
export function hearts(secret: string): string[] {
  return inBase64(secret).map((form) => form.slice(4, -4))
}
