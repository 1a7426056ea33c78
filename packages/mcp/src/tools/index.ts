import type { AnyTool } from '../tool.ts'
import { applyConfiguration, planConfiguration } from './apply.ts'
import { getChart } from './chart.ts'
import { checkNow } from './check-now.ts'
import { getDiagnostic, requestDnsLookup, requestTraceroute } from './diagnostics.ts'
import { getCheckEvidence } from './evidence.ts'
import { listExpiring } from './expiring.ts'
import { getServiceLevel, listChecks, listStatusChanges } from './history.ts'
import { acknowledgeIncident, addIncidentNote, getIncident, listIncidents, unacknowledgeIncident } from './incidents.ts'
import { endMaintenance, listMaintenance, planMaintenance } from './maintenance.ts'
import { listSensors } from './sensors.ts'
import { findServices, getServiceStatus, listDown } from './services.ts'

/**
 * Every tool, in the order in which a model sees them. A new tool needs an entry in a file of this folder and one here.
 */
export const tools: readonly AnyTool[] = [
  listDown,
  findServices,
  getServiceStatus,
  listIncidents,
  getIncident,
  listStatusChanges,
  listChecks,
  getCheckEvidence,
  getServiceLevel,
  getChart,
  listExpiring,
  listMaintenance,
  listSensors,
  getDiagnostic,
  planConfiguration,
  checkNow,
  requestDnsLookup,
  requestTraceroute,
  acknowledgeIncident,
  unacknowledgeIncident,
  addIncidentNote,
  planMaintenance,
  endMaintenance,
  applyConfiguration,
]
