import type { ComponentStatus, PageIndicator } from '@wachta/domain'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { quoteForeignText } from './foreign-text.ts'
import { indicatorRanks, type VendorComponent, type VendorIncident, type VendorSummary } from './vendor-summary.ts'

/** The rank of each status, which is also the value of the metric; a higher rank is worse. */
const componentRanks: Readonly<Record<ComponentStatus, number>> = {
  operational: 0,
  under_maintenance: 1,
  degraded_performance: 2,
  partial_outage: 3,
  major_outage: 4,
}

/** When the status page of a vendor counts as a failure. */
export interface VendorExpectations {
  /** Names or ids; if the list is empty, the page as a whole is judged. */
  readonly components: readonly string[]
  readonly indicatorThreshold: PageIndicator
  readonly componentThreshold: ComponentStatus
  readonly isMaintenanceFailure: boolean
}

/** Throws if the vendor reports a problem that reaches the threshold, or maintenance that counts as a failure. */
export function judgeVendor(summary: VendorSummary, expected: VendorExpectations, probe: Probe): void {
  probe.measure('vendor_indicator', indicatorRanks[summary.indicator])
  probe.measure('vendor_unresolved_incidents', summary.incidents.length)
  if (expected.components.length === 0) judgePage(summary, expected)
  else judgeComponents(summary, expected, probe)
}

function judgePage({ indicator, description, incidents }: VendorSummary, expected: VendorExpectations): void {
  const headline = `the vendor reports ${indicator}${description === '' ? '' : `, ${quoteForeignText(description, 100)}`}`
  if (indicator === 'maintenance') {
    if (expected.isMaintenanceFailure) throw createFailure('vendor_maintenance', headline, incidents)
  } else if (indicatorRanks[indicator] >= indicatorRanks[expected.indicatorThreshold])
    throw createFailure('vendor_outage', headline, incidents)
}

function judgeComponents(summary: VendorSummary, expected: VendorExpectations, probe: Probe): void {
  const selected = findComponents(summary.components, expected.components)
  probe.measure('vendor_component_status', Math.max(...selected.map(({ rank }) => rank)))
  const failing = selected.filter(({ status, rank }) =>
    status === 'under_maintenance'
      ? expected.isMaintenanceFailure
      : rank >= componentRanks[expected.componentThreshold],
  )
  const [worst] = failing.toSorted((one, other) => other.rank - one.rank)
  if (worst === undefined) return
  const others = failing.length > 1 ? ` and ${failing.length - 1} more` : ''
  const ids = new Set(failing.map(({ id }) => id))
  throw createFailure(
    worst.status === 'under_maintenance' ? 'vendor_maintenance' : 'vendor_component_outage',
    `${quoteForeignText(worst.name, 100)}: ${worst.status}${others}`,
    summary.incidents.filter(({ componentIds }) => componentIds.length === 0 || componentIds.some((id) => ids.has(id))),
  )
}

interface RankedComponent extends VendorComponent {
  readonly rank: number
}

/**
 * Finds each component by its id or name. If several groups of the page have a component of this name, all of them
 * count.
 */
function findComponents(components: readonly VendorComponent[], namesOrIds: readonly string[]): RankedComponent[] {
  const byId = new Map(components.map((each) => [each.id, each]))
  const byName = Map.groupBy(components, ({ name }) => normalizeName(name))
  const found = namesOrIds.flatMap((key) => {
    const component = byId.get(key)
    const matching = component === undefined ? byName.get(normalizeName(key)) : [component]
    if (matching === undefined)
      throw new CheckFailure('vendor_component_unknown', `the page has no component ${quoteForeignText(key, 100)}`)
    return matching
  })
  return [...new Set(found)].map((each) => ({ ...each, rank: rankComponent(each) }))
}

const normalizeName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

function rankComponent({ name, status }: VendorComponent): number {
  const ranks = Object.entries(componentRanks)
  const [, rank] = ranks.find(([each]) => each === status) ?? []
  if (rank !== undefined) return rank
  const problem = `the status of ${quoteForeignText(name, 100)} is ${quoteForeignText(status, 50)}`
  throw new CheckFailure('vendor_page_invalid', `${problem}, none of ${ranks.map(([each]) => each).join(', ')}`)
}

/** Creates a failure with the name and the latest update of the vendor's newest incident. */
function createFailure(kind: string, headline: string, [newest]: readonly VendorIncident[]): CheckFailure {
  if (newest === undefined) return new CheckFailure(kind, headline)
  const update = newest.update.trim() === '' ? '' : `: ${quoteForeignText(newest.update, 300)}`
  return new CheckFailure(kind, `${headline}. Newest incident: ${quoteForeignText(newest.name, 200)}${update}`)
}
