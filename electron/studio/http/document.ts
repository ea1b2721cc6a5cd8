import { BASE_PATH } from '../../../shared/contract/limits.ts'
import { once } from '../../../shared/util/once.ts'
import { VERSION } from '../../util/version.ts'
import { HttpProblem } from './problem.ts'
import type { Asked, Reply } from './reply.ts'

const FILE = '/openapi.json'
const PATHS: readonly string[] = [FILE, BASE_PATH + FILE]

/** Is the document of the interface asked for? */
export const isDocument = (path: string) => PATHS.includes(path)

/** Answers with the interface as an OpenAPI document: to anyone on this machine, no key needed, none of it secret. */
export function documentService() {
  // Made, and its code loaded, only once somebody asks: nobody does during a show.
  const document = once(async (): Promise<unknown> => {
    const { openapiDocument } = await import('../../../shared/contract/openapi.ts')
    return openapiDocument({ version: VERSION })
  })

  return {
    async answer({ method, path }: Asked): Promise<Reply> {
      const allowed = ['GET']
      const message = `${method} is not possible at ${path}, only GET.`
      if (!allowed.includes(method)) throw new HttpProblem(405, 'METHOD_NOT_ALLOWED', message, { allowed })
      return { status: 200, body: await document() }
    },
  }
}
