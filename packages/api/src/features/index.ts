// Made from the folders of features by `npm run generate`; do not change it by hand.
import type { Feature } from '../platform/feature.ts'
import { feature as accountSecurity } from './account-security/index.ts'
import { feature as accounts } from './accounts/index.ts'
import { feature as alertRules } from './alert-rules/index.ts'
import { feature as apiKeys } from './api-keys/index.ts'
import { feature as applications } from './applications/index.ts'
import { feature as audit } from './audit/index.ts'
import { feature as authentication } from './authentication/index.ts'
import { feature as branding } from './branding/index.ts'
import { feature as charts } from './charts/index.ts'
import { feature as checksAndHistory } from './checks-and-history/index.ts'
import { feature as contacts } from './contacts/index.ts'
import { feature as corrections } from './corrections/index.ts'
import { feature as diagnostics } from './diagnostics/index.ts'
import { feature as dictionaries } from './dictionaries/index.ts'
import { feature as escalations } from './escalations/index.ts'
import { feature as expiries } from './expiries/index.ts'
import { feature as groups } from './groups/index.ts'
import { feature as heartbeats } from './heartbeats/index.ts'
import { feature as incidents } from './incidents/index.ts'
import { feature as live } from './live/index.ts'
import { feature as maintenance } from './maintenance/index.ts'
import { feature as metrics } from './metrics/index.ts'
import { feature as mobileDevices } from './mobile-devices/index.ts'
import { feature as notifications } from './notifications/index.ts'
import { feature as packages } from './packages/index.ts'
import { feature as passkeys } from './passkeys/index.ts'
import { feature as reports } from './reports/index.ts'
import { feature as sensors } from './sensors/index.ts'
import { feature as services } from './services/index.ts'
import { feature as signingKeys } from './signing-keys/index.ts'
import { feature as singleSignOn } from './single-sign-on/index.ts'
import { feature as statistics } from './statistics/index.ts'
import { feature as statusPages } from './status-pages/index.ts'
import { feature as system } from './system/index.ts'
import { feature as templates } from './templates/index.ts'

/** Every feature of the API. */
export const features: readonly Feature[] = [
  accountSecurity,
  accounts,
  alertRules,
  apiKeys,
  applications,
  audit,
  authentication,
  branding,
  charts,
  checksAndHistory,
  contacts,
  corrections,
  diagnostics,
  dictionaries,
  escalations,
  expiries,
  groups,
  heartbeats,
  incidents,
  live,
  maintenance,
  metrics,
  mobileDevices,
  notifications,
  packages,
  passkeys,
  reports,
  sensors,
  services,
  signingKeys,
  singleSignOn,
  statistics,
  statusPages,
  system,
  templates,
]
