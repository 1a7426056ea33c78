import type { GeneratedFile } from '../generated.ts'
import { generateAddressRules } from './address-rules.ts'
import { generateApiKeyScopeReference } from './api-key-scopes.ts'
import { generateClientOperations, generateClientTypes } from './client.ts'
import { generateCommandReference } from './command.ts'
import { generateConfigurationReference } from './configuration.ts'
import { createDashboardGenerator } from './dashboard.ts'
import { generateOpenApi, generateSwagger } from './documents.ts'
import { generateErrorReference } from './errors.ts'
import { generateMcpToolReference } from './mcp-tools.ts'
import { generateMetricsReference } from './metrics.ts'
import { generateOfferedReference } from './offered.ts'
import { registries } from './registries.ts'
import { statements } from './statements.ts'

/** Every generated file of the repository. To add one, add one line here. */
export const generated: GeneratedFile[] = [
  ...registries,
  { path: 'api/openapi.json', produce: generateOpenApi },
  { path: 'api/swagger2.json', produce: generateSwagger },
  { path: 'docs/reference/errors.md', produce: generateErrorReference },
  { path: 'docs/reference/api-key-scopes.md', produce: generateApiKeyScopeReference },
  { path: 'docs/reference/command.md', produce: generateCommandReference },
  { path: 'docs/reference/configuration.md', produce: generateConfigurationReference },
  { path: 'docs/reference/mcp-tools.md', produce: generateMcpToolReference },
  { path: 'docs/reference/metrics.md', produce: generateMetricsReference },
  { path: 'docs/reference/offered.md', produce: generateOfferedReference },
  { path: 'deploy/grafana/wachta.json', produce: createDashboardGenerator('en') },
  { path: 'deploy/grafana/wachta.pl.json', produce: createDashboardGenerator('pl') },
  { path: 'packages/client/src/operations.ts', produce: generateClientOperations },
  { path: 'packages/client/src/types.ts', produce: generateClientTypes },
  { path: 'packages/web/src/features/onboarding/address-rules.ts', produce: generateAddressRules },
  ...statements,
]
