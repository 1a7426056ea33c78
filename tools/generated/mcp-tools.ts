import { describePublishedApi } from '@wachta/api/published'
import { getScopeRequirement } from '@wachta/api/scope-access'
import { type AnyTool, type ToolEffect, tools } from '@wachta/mcp'
import type { Operation } from '@wachta/resource'

/** The reference page of the tools for AI assistants: what each does, and the scopes that it needs. */
export async function generateMcpToolReference(): Promise<string> {
  const operations = new Map(describePublishedApi().operations.map((operation) => [operation.id, operation]))
  const rows = tools.map(
    (tool) => `| \`${tool.name}\` | ${tool.description} | ${effects[tool.effect]} | ${listScopes(tool, operations)} |`,
  )
  return `# MCP tools

The tools of the [MCP server](../mcp.md). A key needs all scopes of a row; a \`write\` scope includes the \`read\` scope of the same name. "changes" adds something or can be undone; "destructive" removes or replaces something.

| Tool | For the model | Effect | Scopes |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

const effects: Readonly<Record<ToolEffect, string>> = { none: 'reads', change: 'changes', destructive: 'destructive' }

function listScopes({ operations: needed }: AnyTool, operations: ReadonlyMap<string, Operation>): string {
  const scopes = needed.flatMap((id: string) => {
    const operation = operations.get(id)
    return operation === undefined ? [] : [getScopeRequirement(operation)].flat()
  })
  const distinct = [...new Set<string>(scopes)].filter((scope) => scope !== 'any')
  // Writing includes reading.
  const minimalScopes = distinct.filter(
    (scope) => !distinct.includes(scope.replace(/:read$/, ':write')) || scope.endsWith(':write'),
  )
  return minimalScopes.map((scope) => `\`${scope}\``).join(', ')
}
