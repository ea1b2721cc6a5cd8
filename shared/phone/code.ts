/** Pairing codes as people type them: 8 characters without those that look alike (Crockford's base 32). */

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** A code of these random bytes, in two groups. 40 random bits, valid once, for minutes, at a few tries a second. */
export function phoneCodeOf(random: Uint8Array): string {
  const digits = [...random].slice(0, LENGTH).map((byte) => DIGITS[byte % DIGITS.length])
  return `${digits.slice(0, LENGTH / 2).join('')}-${digits.slice(LENGTH / 2).join('')}`
}
export const PHONE_CODE_BYTES = LENGTH

/** What was typed, as it is hashed; null: it cannot be a code. */
export function typedPhoneCode(text: string): string | null {
  if (text.length > 40) return null
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = plain.length === LENGTH && [...plain].every((one) => DIGITS.includes(one))
  return isCode ? plain : null
}
