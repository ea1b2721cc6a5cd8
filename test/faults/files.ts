import type { Fault } from './fault.ts'

/** Mistakes with files of others: links that lead inside, and media that are lost. */
export const files: readonly Fault[] = [
  {
    name: 'studio: follow a redirect without judging it',
    file: 'electron/studio/files/download.ts',
    from: 'link = readLink(redirected(headers.location, link), asking)',
    to: 'link = new URL(redirected(headers.location, link))',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: connect to another address than was judged',
    file: 'electron/studio/files/download.ts',
    from: 'lookup: guardedLookup(asking)',
    to: 'lookup: guardedLookup({ ...asking, isAllowed: () => true })',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: take an IPv4 address in IPv6 clothes for a public one',
    file: 'electron/studio/files/links.ts',
    from: "return isGiven && !special.check(address, 'ipv6')",
    to: 'return isGiven',
    tests: ['test/studio/files/links.test.ts'],
  },
  {
    name: 'studio: take what was cut short for whole',
    file: 'electron/studio/files/receive.ts',
    from: 'if (total !== null && received < total) throw cutShort(received, total)',
    to: '',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: go on with a file that is another one by now',
    file: 'electron/studio/files/download.ts',
    from: "'if-range': validator ?? ''",
    to: "'x-range': validator ?? ''",
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: keep a link and its secrets',
    file: 'electron/studio/files/arrivals.ts',
    from: "status: 'completed', source: null }",
    to: "status: 'completed' }",
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: encode over a file that is only linked',
    file: 'electron/studio/files/encodes.ts',
    from: 'to: place.whole(file.id) }',
    to: 'to: place.pathOf(file) }',
    tests: ['test/studio/files/encodes.test.ts'],
  },
]
