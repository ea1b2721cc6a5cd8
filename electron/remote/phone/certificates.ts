import { constants, createPrivateKey } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Clock } from '../../../shared/util/clock.ts'
import type { PhoneFile } from './phoneFile.ts'

/**
 * TLS 1.2 without renegotiation (RFC 5246), and with forward secrecy: in 1.3 any client may have the keys changed
 * (RFC 8446, 4.6.3), thousands of times in one packet train, on our own loop and before it has said who it is.
 */
const PROTOCOL = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305',
} as const

interface CertificatesOptions {
  file: PhoneFile
  clock: Pick<Clock, 'now'>
  /** This computer's addresses in local networks. */
  addresses: () => string[]
  onUnsaved: (error: unknown) => void
}

export type Certificates = ReturnType<typeof createCertificates>

/** A certificate for each address, made when it is first needed and kept. What makes them is loaded only then. */
export function createCertificates({ file, clock, addresses, onUnsaved }: CertificatesOptions) {
  const made = new Map<string, { pem: string; context: SecureContext }>()
  let maker: typeof import('./certificate.ts') | null = null

  function certificateOf(address: string) {
    const { key: keyText, certificates } = file.get()
    if (!maker || keyText === null) return null
    const key = createPrivateKey(keyText)
    const [known, kept] = [made.get(address), certificates[address]]
    const good = [known?.pem, kept].find((pem) => pem && maker?.isGood(pem, address, key, clock.now()))
    if (known && good === known.pem) return known
    const pem = good ?? maker.certificateFor(address, key, clock.now())
    const { [address]: _, ...others } = certificates
    if (pem !== kept) void file.change({ certificates: { ...others, [address]: pem } }).catch(onUnsaved)
    const fresh = { pem, context: createSecureContext({ key: keyText, cert: pem, ...PROTOCOL }) }
    made.set(address, fresh)
    return fresh
  }

  return {
    /** To be awaited before anything else here. */
    async load(): Promise<void> {
      maker ??= await import('./certificate.ts')
      if (file.get().key === null) await file.change({ key: maker.newKey() }).catch(onUnsaved)
    },
    /** Null for an address that this computer has in no local network: no other gets a certificate. */
    contextFor: (address: string) =>
      addresses().includes(address) ? (certificateOf(address)?.context ?? null) : null,
    about(address: string): { fingerprint: string; ends: number } | null {
      const found = certificateOf(address)
      return found && maker ? maker.aboutCertificate(found.pem) : null
    },
  }
}
