/**
 * The keys of this browser, in IndexedDB: scripts of this origin can use them, and no script can read them. In a
 * browser that blocks storage they last as long as the page.
 */

/** A signing key with its public part, `key`. */
export interface SigningKey {
  key: string
  sign: CryptoKey
}

export interface BrowserKeys {
  /** The session that the keys belong to. */
  id: string
  /** Verifies the core's proof. */
  core: CryptoKey
  own: SigningKey
  /** Announced with each use of `own`, and used from then on. */
  next: SigningKey
}

type Bytes = Uint8Array<ArrayBuffer>

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** Generates keys for a session that a token was exchanged for. */
export async function newKeys(id: string, coreKey: string): Promise<BrowserKeys> {
  const core = crypto.subtle.importKey('raw', bytes(coreKey), HMAC, false, ['verify'])
  const [own, next] = [newSigningKey(), newSigningKey()]
  return { id, core: await core, own: await own, next: await next }
}

async function newSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ECDSA, false, ['sign'])
  return { key: hex(await crypto.subtle.exportKey('raw', publicKey)), sign: privateKey }
}

export const isOfCore = ({ core }: BrowserKeys, text: string, proof: string): Promise<boolean> =>
  crypto.subtle.verify(HMAC, core, bytes(proof), new TextEncoder().encode(text))

/** @returns the signature in hex */
export const signatureOf = async ({ own }: BrowserKeys, text: string): Promise<string> =>
  hex(await crypto.subtle.sign(ECDSA, own.sign, new TextEncoder().encode(text)))

/** 32 random bytes, in hex. */
export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)).buffer)

const bytes = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hex = (value: ArrayBuffer): string =>
  [...new Uint8Array(value)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const [DATABASE, STORE, RECORD] = ['cuelight', 'keys', 'session'] as const
/** Fallback for browsers that block storage. */
let held: BrowserKeys | undefined

/** Reads the stored keys. */
export const keptKeys = (): Promise<BrowserKeys | undefined> =>
  inStore<BrowserKeys | undefined>('readonly', (store) => store.get(RECORD)).catch(() => held)

/** Stores keys, replacing the existing ones. */
export async function keepKeys(keys: BrowserKeys): Promise<void> {
  held = keys
  await inStore('readwrite', (store) => store.put(keys, RECORD)).catch(() => {})
}

/** After a use, rotates to the next key. If another page of this browser rotated first, its keys are left unchanged. */
export async function turnKeys(used: BrowserKeys): Promise<void> {
  const turned = { ...used, own: used.next, next: await newSigningKey() }
  const isUsed = (kept: BrowserKeys | undefined) => kept?.id === used.id && kept.own.key === used.own.key
  if (isUsed(held)) held = turned
  await inStore<BrowserKeys | undefined>('readwrite', (store) => {
    const reading = store.get(RECORD)
    reading.onsuccess = () => isUsed(reading.result) && store.put(turned, RECORD)
    return reading
  }).catch(() => {})
}

/**
 * Does one operation on the store in one transaction. It is flushed to disk before this resolves: a browser that came
 * back from a power cut with an already used key would be taken for a copy. Rejects if this browser blocks storage.
 */
function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      // An open connection would block the user from clearing this browser's storage.
      database.close()
    }
  })
}
