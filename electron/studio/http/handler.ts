import type { Body, OperationName, PathParameters, Query, WireAnswer } from '../../../shared/contract/operations.ts'
import type { Core } from '../core.ts'
import type { Account } from '../rules/world.ts'

/** A request that has a key, a place in the budget, and was read by the contract's schemas. */
export interface Call<Name extends OperationName> {
  readonly params: PathParameters<Name>
  readonly query: Query<Name>
  readonly body: Body<Name>
  readonly account: Account
  readonly core: Core
}

/** Asks the rules and puts their answer in the contract's words. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => WireAnswer<Name>

export type Handlers<Names extends OperationName> = { readonly [Name in Names]: Handler<Name> }

/** Said wherever the contract has room for words. */
export const REHEARSAL = 'Rehearsal: nothing is broadcast.'
