import { describePublishedApi } from '@wachta/api/published'
import { getScopeRequirement } from '@wachta/api/scope-access'
import { accessScopes } from '@wachta/domain'
import type { Operation } from '@wachta/resource'

/** The reference page of the scope that an API key needs for each operation. */
export async function generateApiKeyScopeReference(): Promise<string> {
  const { operations } = describePublishedApi()
  const byNeed = Map.groupBy(operations, (operation) => [getScopeRequirement(operation)].flat().join(' and '))
  const sections = [
    ...accessScopes.map((scope) => formatSection(`\`${scope}\``, byNeed.get(scope) ?? [])),
    ...[...byNeed]
      .filter(([need]) => need.includes(' and '))
      .map(([need, listed]) => formatSection(need.replaceAll(/\S+:\S+/g, '`$&`'), listed)),
    formatSection('Any key', byNeed.get('any') ?? []),
    formatSection('No key: sign in', byNeed.get('session') ?? []),
  ]
  return `# API key scopes

What an [API key](../api-keys.md) needs for each operation. A \`write\` scope includes the \`read\` scope of the same name.

${sections.join('\n')}`
}

function formatSection(title: string, operations: readonly Operation[]): string {
  const rows = operations
    .map(({ method, path, summary }) => ({
      path,
      row: `| \`${method} ${path}\` | ${summary.replaceAll('|', '\\|')} |`,
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
  return [`## ${title}`, '', '| Operation | |', '| --- | --- |', ...rows.map(({ row }) => row), ''].join('\n')
}
