import {
  type Body,
  type OperationName,
  operations,
  type PathParameters,
  type Query,
  type WireAnswer,
} from '../../../shared/contract/operations.ts'
import type { Broadcasting } from '../broadcasting/broadcasting.ts'
import type { Core } from '../core.ts'
import type { Files } from '../files/files.ts'
import type { MediaLookup } from '../rules/world/media.ts'
import type { Account } from '../rules/world/world.ts'
import { HttpProblem } from './problem.ts'

/** Anything with a method and a path whose `{name}` segments are parameters. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

export interface Match<Name> {
  readonly name: Name
  readonly params: Readonly<Record<string, string>>
}

export type Router<Name> = (method: string, path: string) => Match<Name>

/** The router of the service: derived from the contract's table, so that the two cannot differ. */
export const matchOperation: Router<OperationName> = routerOf(operations)

/** Makes a router of a table. If two paths match, the one with fewer parameters wins. */
export function routerOf<Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
): Router<keyof Table & string> {
  const routes = Object.entries(table)
    .map(([name, endpoint]) => ({
      name: name as keyof Table & string,
      ...endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
    .sort((one, other) => parametersIn(one.path) - parametersIn(other.path))

  return (method, path) => {
    const fitting = routes.filter((route) => route.pattern.test(path))
    const route = fitting.find((one) => one.method === method)
    if (!route) throw noRoute(fitting, method, path)
    return { name: route.name, params: decoded(route.pattern.exec(path)?.groups ?? {}) }
  }
}

function parametersIn(path: string): number {
  return path.split('{').length
}

function noRoute(fitting: readonly Endpoint[], method: string, path: string): HttpProblem {
  if (fitting.length === 0) return new HttpProblem(404, 'NOT_FOUND', `There is nothing at ${path}.`)
  const allowed = [...new Set(fitting.map((route) => route.method))]
  const message = `${method} is not possible here, only ${allowed.join(', ')}.`
  return new HttpProblem(405, 'METHOD_NOT_ALLOWED', message, { allowed })
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw new HttpProblem(400, 'VALIDATION_ERROR', 'path: this is not a valid path', { field: 'path' })
  }
}

/** A request with a valid key and a share of the budget, parsed by the contract's schemas. */
export interface Call<Name extends OperationName> {
  readonly params: PathParameters<Name>
  readonly query: Query<Name>
  readonly body: Body<Name>
  readonly account: Account
  readonly core: Core
  readonly media: MediaLookup
  readonly files: Files
  readonly broadcasting: Broadcasting
}

/** Runs the rules and returns their outcome in the contract's format. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => WireAnswer<Name> | Promise<WireAnswer<Name>>

export type Handlers<Names extends OperationName> = { readonly [Name in Names]: Handler<Name> }

/** Ends every text message of the contract about a project that is not really broadcast. */
export const rehearsalNote = (isReal: boolean): string => (isReal ? '' : ' Rehearsal: nothing is broadcast.')
