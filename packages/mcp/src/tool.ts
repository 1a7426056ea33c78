import type { CallInput, Item, ListId, ListPage, OperationId, Result } from '@wachta/client'
import type { Static, TObject } from 'typebox'

/**
 * What a tool does to the account: nothing, a change that can be undone or adds something, or a change that removes or
 * replaces something. Tools that change something are offered only to callers who may write.
 */
export type ToolEffect = 'none' | 'change' | 'destructive'

/** A tool for a model. It does nothing but call operations of the API, as the caller, and shape their results. */
export interface Tool<Input extends TObject = TObject, Id extends OperationId = OperationId> {
  readonly name: string
  readonly title: string
  /** For the model: what it returns and when to use it. */
  readonly description: string
  readonly input: Input
  /** The operations that it calls. It is offered only to callers who may call all of them. */
  readonly operations: readonly Id[]
  /** Operations that it calls if the caller may; without them its result has less detail. */
  readonly optional?: readonly Id[]
  readonly effect: ToolEffect
  /** True if a repeated call changes nothing more. */
  readonly idempotent?: true
  /** True if it makes a sensor contact other systems. */
  readonly reachesOut?: true
  /** True if the result can contain text of monitored servers or of other people; its description then says so. */
  readonly showsUntrusted?: true
  run(input: Static<Input>, context: ToolContext<Id>): Promise<object>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of any input and any operations.
export type AnyTool = Tool<any, any>

export interface ToolContext<Id extends OperationId> {
  readonly api: ToolApi<Id>
  readonly now: Date
  /** Aborted when the client disconnects or cancels the call. */
  readonly signal: AbortSignal
}

type ToolInput<Id extends OperationId> = object extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

/** The part of the API that a tool has declared. */
export interface ToolApi<Id extends OperationId> {
  call<One extends Id>(id: One, ...input: ToolInput<One>): Promise<Result<One>>
  list<One extends Id & ListId>(id: One, ...input: ToolInput<One>): Promise<ListPage<Item<One>>>
  /** Whether the caller may call an optional operation. */
  mayCall(id: Id): boolean
}

/** Returns the definition unchanged; the call infers the types of the input and the operations that `run` receives. */
export const tool = <Input extends TObject, const Id extends OperationId>(definition: Tool<Input, Id>): AnyTool =>
  definition

/** A mistake in the arguments, explained to the model so that it can correct itself. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
