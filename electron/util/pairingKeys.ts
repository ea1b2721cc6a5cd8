/**
 * The keys of a pairing, all derived from its code, as SCRAM does it (RFC 5802): what the core stores proves who the
 * client is and cannot be used to be the client. The code has 256 random bits, so it needs no salt and no repetition.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest()
const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))

/** A new code. Its prefix shows what it is wherever one is left lying about. */
export const newPairingCode = (): string => `cue_${randomBytes(32).toString('base64url')}`

/** What the core is given of a code, in hex. */
export interface PairingKeys {
  /** Verifies the client. */
  storedKey: string
  /** Proves the core. */
  serverKey: string
}

export const pairingKeysOf = (code: string): PairingKeys => ({
  storedKey: sha256(hmac(code, 'Client Key')).toString('hex'),
  serverKey: hmac(code, 'Server Key').toString('hex'),
})

/** The public id of a pairing: it finds the keys and reveals nothing of them. */
export const pairingIdOf = ({ storedKey }: Pick<PairingKeys, 'storedKey'>): string =>
  sha256(Buffer.from(storedKey, 'hex')).toString('hex').slice(0, 16)

/** Does this proof come from a holder of the code? (RFC 5802, 3: ClientProof.) @param proof 32 bytes in hex */
export function isProofOfPairing({ storedKey }: PairingKeys, signed: string, proof: string): boolean {
  const stored = Buffer.from(storedKey, 'hex')
  const clientKey = xor(Buffer.from(proof, 'hex'), hmac(stored, signed))
  return timingSafeEqual(sha256(clientKey), stored)
}

/** The core's proof (RFC 5802, 3: ServerSignature), in hex. */
export const coreProofOfPairing = ({ serverKey }: PairingKeys, signed: string): string =>
  hmac(Buffer.from(serverKey, 'hex'), signed).toString('hex')
