import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'

/** 32 random bytes, in hex. */
export const newNonce = (): string => randomBytes(32).toString('hex')

/** The core's proof of identity: an HMAC with `coreKey` over `signed`. In hex. */
export const coreProof = (coreKey: string, signed: string): string =>
  createHmac('sha256', Buffer.from(coreKey, 'hex')).update(signed).digest('hex')

/**
 * Is this a signature by the owner of the private key to `key`? (ECDSA on P-256 with SHA-256, FIPS 186-5)
 *
 * @param key a point of the curve, uncompressed (SEC 1, 2.3.3), in hex; any other form is not accepted
 * @param signature r and s (IEEE P1363), in hex
 */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  const [x, y] = [key.slice(2, 66), key.slice(66)].map((part) => Buffer.from(part, 'hex').toString('base64url'))
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const ofPage = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    return key.startsWith('04') && verify('sha256', Buffer.from(text), ofPage, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}
