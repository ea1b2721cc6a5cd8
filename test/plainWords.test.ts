/** Engineers read plain English: words that this code once used in a sense of its own do not come back. */
import { expect, test } from 'vitest'
import { ROOMS, sourcesOf } from '../build/shape.ts'

const sources = [...ROOMS, 'test', 'build']
  .flatMap(sourcesOf)
  .filter(({ file }) => !file.endsWith('plainWords.test.ts'))

/** Names that the field calls otherwise: reconcile, dismiss, release, resume, describe, forecast. */
const NAMES =
  /\b(takeUpLost|lookBefore|giveUpMove|useAsked|useGiven|foretold|whatCame|inTurn|Whose|Unread|lent|tell[A-Z]\w*)\b/g

/** What a native speaker would say otherwise: another client, resumed, at most, the current state, reported. */
const PHRASES =
  /another hand|gone on with|goes on with|what came of|what becomes of|\bso many\b|taken up|\b(is|are) told\b|\bwhat stands\b|stands there|[Ss]omebody/g
const COMMENT = /^\s*(?:\/\/|\/?\*)(.*)$|(?<=[\s;])\/\/ (.*)$/gm

const found = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([name]) => name)

test('no name of the product is from the old dialect', () => {
  const product = sources.filter(({ file }) => ROOMS.some((room) => file.startsWith(`${room}/`)))
  expect(product.flatMap(({ file, text }) => found(NAMES, text).map((name) => `${file}: ${name}`))).toEqual([])
})

test('no comment is in the old dialect', () => {
  const comments = (text: string) =>
    [...text.matchAll(COMMENT)].map(([, whole = '', last = '']) => whole + last).join(' ')
  expect(sources.flatMap(({ file, text }) => found(PHRASES, comments(text)).map((one) => `${file}: ${one}`))).toEqual(
    [],
  )
})
