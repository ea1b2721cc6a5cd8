import Ajv from 'ajv/dist/2020.js'
import { type OperationName, operations } from '../../shared/contract/operations.ts'

export type Document = Record<string, unknown> & { paths: Record<string, Record<string, Entry>> }
export interface Entry {
  operationId: string
  responses: Record<string, { $ref?: string }>
  [more: string]: unknown
}

export interface Judge {
  /** What is wrong with an answer by the document; null when nothing is. */
  answer(name: OperationName, status: number, body: unknown): string | null
  /** The same of a request's body. */
  request(name: OperationName, body: unknown): string | null
}

/** Holds answers and requests against a document, by a public validator of JSON Schema. */
export function judgeOf(document: Document): Judge {
  // The document's own words (x-…, $ref beside others) are no keywords of JSON Schema.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, 'document')

  const judge = (pointer: string, value: unknown): string | null => {
    const validate = ajv.getSchema(`document#${pointer}`)
    if (!validate) return `the document says nothing at ${pointer}`
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
  const json = '/content/application~1json/schema'
  return {
    answer(name, status, body) {
      const found = document.paths[operations[name].path]?.[operations[name].method.toLowerCase()]?.responses[status]
      const where = found?.$ref?.slice(1) ?? `${pointerTo(name)}/responses/${status}`
      return judge(where + json, body)
    },
    request: (name, body) => judge(`${pointerTo(name)}/requestBody${json}`, body),
  }
}

function pointerTo(name: OperationName): string {
  const { path, method } = operations[name]
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  return `/paths/${escaped}/${method.toLowerCase()}`
}
