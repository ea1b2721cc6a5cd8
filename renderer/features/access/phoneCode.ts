import { PHONE_CODE_BYTES, phoneCodeOf, typedPhoneCode } from '../../../shared/phone/code.ts'

export interface PhoneCode {
  code: string
  /** SHA-256 in hex: all that the core learns of it. */
  hash: string
}

/** A new code for pairing a phone. It is only ever in this page. */
export async function newPhoneCode(): Promise<PhoneCode> {
  const code = phoneCodeOf(crypto.getRandomValues(new Uint8Array(PHONE_CODE_BYTES)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(typedPhoneCode(code) ?? ''))
  return { code, hash: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}
