/** Certificates for the local network, signed by their own key: no authority can vouch for a private address. */
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { DAY_MS } from '../../../shared/util/clock.ts'

/** Apple's systems refuse certificates that are valid for more than 825 days. */
const LIFE_MS = 820 * DAY_MS
/** A clock that is slow does not refuse a new one, in ms. */
const BEFORE_MS = DAY_MS
/** A certificate that ends sooner than this is replaced, in ms. */
const RENEW_MS = 30 * DAY_MS

/** ecdsa-with-SHA256 (RFC 5758, 3.2), and the common name (RFC 5280, appendix A.1). */
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
/** Whoever reads the certificate learns nothing but the address, which is known already. */
const SUBJECT = 'local'

/** A new private key on P-256, as PEM. */
export const newKey = (): string =>
  String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }))

/**
 * A certificate of this key for one address (RFC 5280), as PEM. It can vouch for no other: it is no authority.
 *
 * @param address IPv4 @param now wall ms
 */
export function certificateFor(address: string, key: KeyObject, now: number): string {
  const signing = new AlgorithmIdentifier({ algorithm: ECDSA_SHA256 })
  const name = nameOf(SUBJECT)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: signing,
    issuer: name,
    subject: name,
    validity: new Validity({ notBefore: dateOf(now - BEFORE_MS), notAfter: dateOf(now + LIFE_MS) }),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, new SubjectAlternativeName([new GeneralName({ iPAddress: address })])),
    ]),
  })
  const signed = Buffer.from(AsnConvert.serialize(content))
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: signing,
    signatureValue: bytesOf(sign('sha256', signed, key)),
  })
  return pemOf(Buffer.from(AsnConvert.serialize(certificate)))
}

/** What is shown of a certificate. */
export function aboutCertificate(pem: string): { fingerprint: string; ends: number } {
  const { fingerprint256, validToDate } = new X509Certificate(pem)
  return { fingerprint: fingerprint256, ends: validToDate.getTime() }
}

/** Can it still be used for that address and key? @param now wall ms */
export function isGood(pem: string, address: string, key: KeyObject, now: number): boolean {
  try {
    const certificate = new X509Certificate(pem)
    const lasts = certificate.validToDate.getTime() - now > RENEW_MS && certificate.validFromDate.getTime() <= now
    return lasts && certificate.checkIP(address) === address && certificate.checkPrivateKey(key)
  } catch {
    return false
  }
}

/** Positive, and not zero-padded (RFC 5280, 4.1.2.2). */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytesOf(bytes)
}

const nameOf = (text: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new AttributeValue({ utf8String: text }) }),
    ]),
  ])

/** In whole seconds, as certificates have it. */
const dateOf = (at: number): Date => new Date(Math.floor(at / 1_000) * 1_000)

const extension = (extnID: string, value: object, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })

const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer

const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`
