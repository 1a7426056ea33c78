import type { OperationId } from '@wachta/client'
import { listTools, type ToolServerParts } from './server.ts'

/** The tools that a caller may use, and the operations that these may call. */
export interface ToolOffer {
  readonly tools: readonly string[]
  readonly operations: readonly OperationId[]
}

/**
 * Describes the tools that a caller can use, for a server on another machine that does not know the caller's scopes.
 */
export function describeOffer(parts: Pick<ToolServerParts, 'allows' | 'canWrite'>): ToolOffer {
  const offered = listTools(parts)
  const operations = offered.flatMap(({ operations: needed, optional = [] }): OperationId[] => [
    ...needed,
    ...optional.filter(parts.allows),
  ])
  return { tools: offered.map(({ name }) => name), operations: [...new Set(operations)].sort() }
}
