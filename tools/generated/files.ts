import type { GeneratedFile } from '../generated.ts'
import { onboardingAddressRules } from './address-rules.ts'
import { apiKeyScopeReference } from './api-key-scopes.ts'
import { clientOperations, clientTypes } from './client.ts'
import { commandReference } from './command.ts'
import { configurationReference } from './configuration.ts'
import { dashboard } from './dashboard.ts'
import { openApiDocument, swaggerDocument } from './documents.ts'
import { errorReference } from './errors.ts'
import { mcpToolReference } from './mcp-tools.ts'
import { metricsReference } from './metrics.ts'
import { offeredReference } from './offered.ts'
import { registries } from './registries.ts'
import { statements } from './statements.ts'

/** Every generated file of the repository. To add one, add one line here. */
export const generated: GeneratedFile[] = [
  ...registries,
  { path: 'api/openapi.json', produce: openApiDocument },
  { path: 'api/swagger2.json', produce: swaggerDocument },
  { path: 'docs/reference/errors.md', produce: errorReference },
  { path: 'docs/reference/api-key-scopes.md', produce: apiKeyScopeReference },
  { path: 'docs/reference/command.md', produce: commandReference },
  { path: 'docs/reference/configuration.md', produce: configurationReference },
  { path: 'docs/reference/mcp-tools.md', produce: mcpToolReference },
  { path: 'docs/reference/metrics.md', produce: metricsReference },
  { path: 'docs/reference/offered.md', produce: offeredReference },
  { path: 'deploy/grafana/wachta.json', produce: dashboard('en') },
  { path: 'deploy/grafana/wachta.pl.json', produce: dashboard('pl') },
  { path: 'packages/client/src/operations.ts', produce: clientOperations },
  { path: 'packages/client/src/types.ts', produce: clientTypes },
  { path: 'packages/web/src/features/onboarding/address-rules.ts', produce: onboardingAddressRules },
  ...statements,
]
