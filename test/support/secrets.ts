import { randomBytes } from 'node:crypto'

/** One secret of each kind. None is written anywhere but where a test plants it. */
export const SECRETS = {
  /** Of a profile: known to the redactor. Contains characters that must be escaped in some format. */
  registered: `op/${random()}+"quoted"&=\\?!~`,
  /** With the documented prefix, of another account: unknown to the redactor. */
  foreignKey: `svc_${random()}/+=`,
  /** With the prefix of an override. */
  overridden: `$acme-${random()}`,
  studioKey: `svc_${random()}`,
  admin: random(),
  session: random(),
  token: random(),
} as const

function random(): string {
  for (;;) {
    const text = randomBytes(32).toString('base64url')
    // Like nearly all secrets: with all kinds of characters.
    if (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  }
}

/** A secret in the forms that any writer may use. */
export function written(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const inner = secret.slice(6, 36)
  return [
    ...[secret, json, JSON.stringify(json).slice(1, -1), json.replaceAll('/', '\\/')],
    ...[encodeURIComponent(secret), encodeURI(secret), new URLSearchParams({ '': secret }).toString().slice(1)],
    // Its middle is the same however its ends were escaped.
    inner,
  ]
}

/** The forms in base64, with anything before it. */
export function inBase64(secret: string): string[] {
  return ['', 'a', 'ab'].flatMap((before) => {
    const bytes = Buffer.from(`${before}${secret}`)
    return [bytes.toString('base64'), bytes.toString('base64url')]
  })
}

/** The base64 forms without their ends, which depend on the neighbouring text: enough to recognize the secret. */
export function hearts(secret: string): string[] {
  return inBase64(secret).map((form) => form.slice(4, -4))
}
