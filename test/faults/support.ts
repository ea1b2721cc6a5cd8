import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, ...tests: string[]): Fault => ({
  name: `support: ${name}`,
  file,
  from,
  to,
  tests: tests.map((test) => `test/${test}.test.ts`),
})

const override = 'shared/contract/override.ts'
const rotating = 'electron/core/rotatingFile.ts'
const log = 'electron/support/log.ts'
const bundle = 'electron/support/bundle.ts'
const wireSchemas = 'shared/contract/wireSchemas.ts'
const openapi = 'shared/contract/openapi.ts'
const pathRules = 'shared/contract/pathRules.ts'

/** Deliberate faults of our own in the override, what is handed to supporters, and the document of the contract. */
export const supportFaults: Fault[] = [
  // The override.
  plant(
    'let the path of a start be overridden',
    override,
    "operation.sources.path === 'S'",
    'false',
    'contract/override',
  ),
  plant('let layers be added anywhere', override, '!value.endsWith(end)', 'false', 'contract/override'),
  plant('let a poll act', override, "operation.repeat === 'auto' ? 'read' : 'write'", "'write'", 'contract/override'),
  plant(
    'let two operations be one',
    override,
    'if (other !== undefined) {',
    'if (other === name) {',
    'contract/override',
  ),
  plant(
    'tell two operations apart by the names of their parameters',
    override,
    'shapeOf(table[name].path)',
    'table[name].path',
    'contract/override',
  ),
  plant('let a path climb', pathRules, "segment === '.' || segment === '..'", "segment === '.'", 'contract/override'),
  plant(
    'let a path lose its parameter',
    pathRules,
    'if (missing !== undefined) return',
    'if (missing === path) return',
    'contract/override',
  ),
  plant(
    'let a path be any text',
    pathRules,
    'if (odd !== undefined) return',
    'if (odd === path) return',
    'contract/override',
  ),
  plant(
    'call a moved operation the usual one',
    override,
    '|| path !== operations[name].path',
    '',
    'contract/override',
  ),
  plant(
    'let one header say two things',
    override,
    '(seen.get(name) ?? field) !== field',
    'false',
    'contract/override',
  ),
  plant(
    'swallow a whole disk as an override',
    'electron/overrideFile.ts',
    'if (status.size > MOST_BYTES) return',
    'if (status.size < 0) return',
    'contract/overrideFile',
  ),
  plant(
    'say nothing of a file asked for that is not there',
    'electron/overrideFile.ts',
    'asked ? OVERRIDE_PROBLEMS.notThere : null',
    'null',
    'contract/overrideFile',
  ),
  plant(
    'show an echoed key of another prefix',
    'electron/service/client.ts',
    'options.keyPrefix ?? KEY_PREFIX',
    'KEY_PREFIX',
    'contract/deployment',
  ),
  plant(
    'read a prefix as an expression',
    'electron/service/excerpt.ts',
    "prefix.replace(/[^\\w]/g, '\\\\$&')",
    'prefix',
    'contract/deployment',
  ),
  // Files that rotate.
  plant('lose what was carried over', rotating, 'carryOver(), {', "'', {", 'support/rotatingFile'),
  plant('glue a line to a torn one', rotating, 'Buffer.from(torn ?', 'Buffer.from(!torn ?', 'support/rotatingFile'),
  plant(
    'forget what was in the file before',
    rotating,
    'bytes = fstatSync(opened).size',
    'bytes = 0',
    'support/rotatingFile',
  ),
  plant(
    'lose lines for want of a rotation',
    rotating,
    'file ??= open()\n      bytes = 0',
    'throw error',
    'support/rotatingFile',
  ),
  plant('leave a log open to others', rotating, 'fchmodSync(opened, 0o600)', '', 'support/rotatingFile'),
  plant(
    'keep every log for ever',
    rotating,
    'let number = options.older;',
    'let number = options.older + 9;',
    'support/rotatingFile',
  ),
  plant(
    'call a file closed meanwhile a failure',
    rotating,
    'asked === opening && file !== null',
    'written === file',
    'support/rotatingFile',
  ),
  // Secrets.
  plant(
    'cut a line before its secrets are out',
    log,
    'cut(inOneLine(redact(text)))',
    'redact(cut(inOneLine(text)))',
    'support/log',
  ),
  plant('let an entry drive the terminal', log, 'cut(inOneLine(redact(text)))', 'cut(redact(text))', 'support/log'),
  plant('log without end', log, 'text.length <= LONGEST_LINE ?', 'text.length >= 0 ?', 'support/log'),
  plant('show the terminal what the file must not hold', log, 'alsoTo(line)\n', 'alsoTo(text)\n', 'support/log'),
  plant(
    'know secrets as they are only',
    'electron/support/forms.ts',
    'forms.add(encodeURIComponent(text.toWellFormed()))',
    '',
    'support/redact',
  ),
  plant('miss a secret in base64', 'electron/support/forms.ts', '[0, 1, 2].flatMap', '[0].flatMap', 'support/redact'),
  plant(
    'hide a secret up to another',
    'electron/support/redact.ts',
    'other.length - one.length',
    'one.length - other.length',
    'support/redact',
  ),
  plant(
    'break JSON by hiding',
    'electron/support/redact.ts',
    String.raw`(?:\\*["']\s*:\s*\[?\s*\\*["']|`,
    String.raw`(?:\\*["']\s*:\s*|`,
    'support/redact',
  ),
  // The bundle.
  plant(
    'hand out a file as it is',
    bundle,
    'await redacted(content.text, redactor)',
    'content.text',
    'support/bundle',
  ),
  plant(
    'hand out the state as it is',
    bundle,
    'await redacted(asJson(options[name]), redactor)',
    'asJson(options[name])',
    'support/bundle',
  ),
  plant(
    'hand out half a key',
    'electron/support/sources.ts',
    "from === 0 ? text : text.slice(text.indexOf('\\n') + 1 || text.length)",
    'text',
    'support/bundle',
  ),
  plant(
    'say nothing of what cannot be read',
    bundle,
    'if (!(content.absent && source.maybe))',
    'if (!content.absent)',
    'support/bundle',
  ),
  plant(
    'put in whatever lies in the data dir',
    'electron/support/sources.ts',
    '/^journal\\.\\d+\\.jsonl$/',
    '/^[a-z]/',
    'support/bundle',
  ),
  // The document of the contract.
  plant(
    'document our own names in place of the wire',
    wireSchemas,
    "io: 'input'",
    "io: 'output', unrepresentable: 'any'",
    'contract/openapi',
  ),
  plant(
    'point to a component that is not there',
    wireSchemas,
    'COMPONENTS}schemas/',
    'COMPONENTS}schema/',
    'contract/openapi',
  ),
  plant(
    'close what may grow',
    wireSchemas,
    'examples: [...record.LIVE_STATUSES]',
    "enum: ['OFFLINE'] as never",
    'contract/openapi',
    'contract/studioDocument',
  ),
  plant(
    'document the contract instead of the deployment',
    openapi,
    'paths: pathsOf(table, schemaOf)',
    'paths: pathsOf(operations, schemaOf)',
    'contract/openapi',
  ),
  plant('name one path twice', openapi, 'keys.get(shape) ?? operation.path', 'operation.path', 'contract/openapi'),
  plant(
    'document an answer with another status',
    openapi,
    '[operation.status]: successOf',
    '[200]: successOf',
    'contract/openapi',
    'contract/studioDocument',
  ),
  plant('forget when to come back', openapi, 'status === 429 ?', 'status === 400 ?', 'contract/openapi'),
  plant(
    'promise details of errors that do not come',
    openapi,
    "required: ['error', 'code', 'message']",
    "required: ['error', 'code', 'message', 'details']",
    'contract/studioDocument',
  ),
  plant(
    'let the document cost budget',
    'electron/studio/http/server.ts',
    'if (isDocument(asked.path)) {',
    'await services.external.answer(asked)\n  if (isDocument(asked.path)) {',
    'contract/studioDocument',
  ),
  plant(
    'serve the document to any name',
    'electron/studio/http/server.ts',
    'if (!isLoopback(request.headers.host)) {',
    'if (!isDocument(asked.path) && !isLoopback(request.headers.host)) {',
    'contract/studioDocument',
  ),
  plant(
    'answer a change with the document',
    'electron/studio/http/document.ts',
    'if (!allowed.includes(method)) throw',
    'if (allowed.length === 0) throw',
    'contract/studioDocument',
  ),
]
