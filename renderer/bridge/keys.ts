/**
 * The keys of this browser, in IndexedDB: script of this origin can use them, and nobody's script can read them. Where a
 * browser keeps nothing, they are good as long as the page.
 */

/** Signs as `key`, which is public. */
export interface SigningKey {
  key: string
  sign: CryptoKey
}

export interface BrowserKeys {
  /** The session they belong to. */
  id: string
  /** Checks what the core proves itself with. */
  core: CryptoKey
  own: SigningKey
  /** Told with each use of `own`, and used from then on. */
  next: SigningKey
}

type Bytes = Uint8Array<ArrayBuffer>

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** New keys for a session that a token was exchanged for. */
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

/** In hex. */
export const signatureOf = async ({ own }: BrowserKeys, text: string): Promise<string> =>
  hex(await crypto.subtle.sign(ECDSA, own.sign, new TextEncoder().encode(text)))

/** 32 random bytes, in hex. */
export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)).buffer)

const bytes = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hex = (value: ArrayBuffer): string =>
  [...new Uint8Array(value)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const [DATABASE, STORE, RECORD] = ['cuelight', 'keys', 'session'] as const
/** For a page whose browser keeps nothing. */
let held: BrowserKeys | undefined

/** The keys that are kept here. */
export const keptKeys = (): Promise<BrowserKeys | undefined> =>
  inStore<BrowserKeys | undefined>('readonly', (store) => store.get(RECORD)).catch(() => held)

/** Keeps keys in the place of those there are. */
export async function keepKeys(keys: BrowserKeys): Promise<void> {
  held = keys
  await inStore('readwrite', (store) => store.put(keys, RECORD)).catch(() => {})
}

/** After a use: the next key has its turn. Where another page of this browser was faster, what that one has kept stays. */
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
 * Does one thing with what is kept, whole or not at all. On disk before it resolves: a browser that came back from a power
 * cut with a key it had left would be taken for a copy. Rejects where this browser keeps nothing.
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
      // Who clears what this browser keeps is not kept waiting.
      database.close()
    }
  })
}
