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
    from: " && !special.check(address, 'ipv6')",
    to: '',
    tests: ['test/studio/files/links.test.ts'],
  },
  {
    name: 'studio: take what was cut short for whole',
    file: 'electron/studio/files/receive.ts',
    from: 'if (total !== null && received < total) throw new BrokenOff()',
    to: '',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: take chunks that broke off for whole',
    file: 'electron/studio/files/exchange.ts',
    from: 'if (!response.complete && !(isPlain && isEnded)) throw new BrokenOff()',
    to: '',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: fill a buffer again before it is written',
    file: 'electron/studio/files/exchange.ts',
    from: 'yield piece\n        // All that was in these is written.\n        free.push(...spent)',
    to: 'free.push(...spent)\n        yield piece',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: throw away what is still arriving when it starts',
    file: 'electron/studio/files/files.ts',
    from: "place.clear((fileId) => catalogue.find(fileId)?.status === 'in_progress')",
    to: 'place.clear(() => false)',
    tests: ['test/studio/files/imports.test.ts'],
  },
  {
    name: 'studio: move files one by one instead of all or none',
    file: 'electron/studio/files/files.ts',
    from: 'catalogue.together(() => {\n        for (const fileId of fileIds) catalogue.update(fileId, { folderId })\n      })',
    to: 'for (const fileId of fileIds) catalogue.update(fileId, { folderId })',
    tests: ['test/studio/files/catalogue.test.ts'],
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
