import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../electron/support/redact.ts'
import { hearts, inBase64, SECRETS, written } from './secrets.ts'

const { redact } = createRedactor()
const HUNTER = 'hunter2'.repeat(5)

function expectHidden(text: string, secret: string, redactor = createRedactor()): string {
  const clean = redactor.redact(text)
  for (const form of written(secret)) expect(clean).not.toContain(form)
  return clean
}

describe('a known secret', () => {
  const redactor = createRedactor()
  redactor.hide(SECRETS.registered)

  it.each([...written(SECRETS.registered).slice(0, -1), ...inBase64(SECRETS.registered)])(
    'is hidden as %s',
    (form) => {
      const clean = redactor.redact(`before ${form} after`)
      expect(clean).toMatch(/^before .{0,3}\[hidden\].{0,4} after$/)
    },
  )

  it('is hidden with any of its characters escaped as JSON may', () => {
    const escaped = Array.from(SECRETS.registered, (one, place) =>
      place % 2 ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(one).slice(1, -1),
    ).join('')
    expect(JSON.parse(`"${escaped}"`)).toBe(SECRETS.registered)
    for (const form of [escaped, JSON.stringify(escaped).slice(1, -1)])
      expect(redactor.redact(`before ${form} after`)).toMatch(/^before \[hidden\] after$/)
  })

  it('takes no more than linear time to look for in a text of backslashes', () => {
    const own = createRedactor(['op'])
    own.hide('\\\\secret\\\\"\\u0073')
    expect(own.redact('\\'.repeat(200_000))).toHaveLength(200_000)
  })

  it('is hidden within base64 of more', () => {
    const text = Buffer.from(`user:${SECRETS.registered}`).toString('base64')
    for (const heart of hearts(SECRETS.registered)) expect(redactor.redact(text)).not.toContain(heart)
  })

  it('of any characters is hidden, in text, JSON and addresses', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 40, unit: 'binary-ascii' }), (secret) => {
        const own = createRedactor()
        own.hide(secret)
        for (const text of [secret, JSON.stringify({ secret }), `?x=${encodeURIComponent(secret)}`]) {
          if (!'before  after'.includes(secret)) expect(own.redact(`before ${text} after`)).not.toContain(secret)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('that begins like another is hidden whole, and the other too', () => {
    const own = createRedactor()
    for (const secret of ['longer-secret', 'longer-secret-still']) own.hide(secret)
    expect(own.redact('longer-secret-still longer-secret')).toBe('[hidden] [hidden]')
  })

  it('as short as a word is hidden only as a whole word', () => {
    const own = createRedactor()
    for (const secret of ['', 'a', 'on']) own.hide(secret)
    expect(own.redact('a song on an air')).toBe('[hidden] song [hidden] an air')
  })
})

describe('what looks like a secret', () => {
  it.each([
    ['a key', `not ${SECRETS.foreignKey}, sorry`, SECRETS.foreignKey],
    ['a key in an address', `/projects/${encodeURIComponent(SECRETS.foreignKey)}/live`, SECRETS.foreignKey],
    ['a key escaped in JSON', `not \\u0073vc_${SECRETS.foreignKey.slice(4)}`, SECRETS.foreignKey.slice(4, 40)],
    ['a key in JSON', JSON.stringify({ seen: `Bearer ${SECRETS.foreignKey}` }), SECRETS.foreignKey],
    ['a header', `authorization: Bearer ${SECRETS.token}`, SECRETS.token],
    ['a header of another kind', `Authorization: Basic ${SECRETS.token}==`, SECRETS.token],
    ['a header in JSON', JSON.stringify({ authorization: `Digest ${SECRETS.token}` }), SECRETS.token],
    ['a printed address', `Panel: http://127.0.0.1:4717/?token=${SECRETS.token}`, SECRETS.token],
    ['a token in a redirect', `?next=%3Ftoken%3D${SECRETS.token}`, SECRETS.token],
    ['a session', `set-cookie: cuelight_4717=${SECRETS.session}; HttpOnly`, SECRETS.session],
    ['a session among cookies', `cookie: a=b; cuelight_4717=${SECRETS.session}`, SECRETS.session],
    ['a session in a list', JSON.stringify({ 'set-cookie': [`x=${SECRETS.session}`] }), SECRETS.session],
    ['a secret of the studio', JSON.stringify({ adminSecret: SECRETS.admin }), SECRETS.admin],
    ['the same in JSON in JSON', JSON.stringify({ text: `{"adminSecret":"${SECRETS.admin}"}` }), SECRETS.admin],
    ['the same alone', `its secret is ${SECRETS.admin}.`, SECRETS.admin],
    ['a password', `password=${HUNTER}`, HUNTER],
    ['a login in an address', `https://me:${HUNTER}@service.example/`, HUNTER],
  ])('%s is hidden', (_, text, secret) => expect(expectHidden(text, secret)).toContain('[hidden]'))

  it('a key of an overridden prefix is hidden, even if an address escapes it', () => {
    const redactor = createRedactor(['$acme-'])
    for (const text of [SECRETS.overridden, `?key=${encodeURIComponent(SECRETS.overridden)}`]) {
      expectHidden(text, SECRETS.overridden, redactor)
    }
    const words = createRedactor(['op'])
    expect(words.redact('the operation opens')).toBe('the operation opens')
    for (const before of ['', ' ', '%3D', '\\n', '"'])
      expectHidden(`${before}op${SECRETS.token}x`, `op${SECRETS.token}x`, words)
  })

  it.each(['token":', 'token=', 'cookie": ['])(
    'takes no more than linear time to look for in blanks after %s',
    (name) => {
      const text = `${name}${' '.repeat(300_000)}`
      expect(redact(text)).toBe(text)
    },
  )

  it.each([
    'The service answered 401 INVALID_API_KEY to getLive.',
    'DESTINATION_TOKEN_INVALID: tokenValid is false',
    '{"tokens":5,"token":null,"secret":false,"key":"kept","keyPresent":true}',
    '2026-01-05T20:00:00.000Z info  core: 65f1a2b3c4d5e6f708192a3b at http://127.0.0.1:4718/v1/external',
    'process 4711, port 4717, 9b2f6f0e-4c58-4b7e-9a53-0a1b2c3d4e5f',
  ])('what is not a secret stays: %s', (text) => expect(redact(text)).toBe(text))

  it('JSON stays JSON', () => {
    const names = fc.constantFrom('token', 'adminSecret', 'authorization', 'cookie', 'x')
    fc.assert(
      fc.property(fc.json(), names, (json, name) => {
        for (const value of [json, `"Bearer x${json.replace(/\W/g, '')}"`])
          expect(() => JSON.parse(redact(`{"${name}":${value}}`))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})
