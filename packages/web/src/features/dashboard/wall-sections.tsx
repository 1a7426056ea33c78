import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useGroups } from '../groups/queries.ts'
import type { Customers } from '../services/customers.ts'
import type { ServiceWithStatus } from '../services/queries.ts'
import { listByCustomer, listByGroup, type ServiceSection } from '../services/sections.ts'
import { getShownState } from '../services/state.ts'
import { StateCounts } from '../services/state-counts.tsx'

/** More names than this are unreadable from a distance; then only numbers are shown. */
const maxNames = 200
const maxSections = 60
/** A section with more services may continue in the next column. */
const maxUnbrokenServices = 6

interface WallSectionsProps {
  readonly services: readonly ServiceWithStatus[]
  readonly customers: Customers
  /** The services without a problem, which are listed by name. */
  readonly quiet: readonly ServiceWithStatus[]
}

/** Services by customer, or by group if there is only one customer: counts, and the names of quiet services. */
export function WallSections({ services, customers, quiet }: WallSectionsProps) {
  const { t } = useI18n()
  const groups = useGroups()
  const sections = useMemo(
    () => (customers.areSeveral ? listByCustomer(services, customers) : listByGroup(services, groups)),
    [customers, groups, services],
  )
  const namedServices = useMemo(() => new Set(quiet.length > maxNames ? [] : quiet), [quiet])
  return (
    <section aria-label={t('wall.sections')}>
      <div className="[column-gap:1.2em] [columns:13em]">
        {sections.slice(0, maxSections).map((section) => (
          <Section key={section.id} section={section} namedServices={namedServices} />
        ))}
      </div>
      {sections.length > maxSections && (
        <p className="text-muted">{t('wall.more', { count: sections.length - maxSections })}</p>
      )}
    </section>
  )
}

interface SectionProps {
  readonly section: ServiceSection
  readonly namedServices: ReadonlySet<ServiceWithStatus>
}

function Section({ section: { name, services, counts }, namedServices }: SectionProps) {
  const { t } = useI18n()
  const shown = services.filter((each) => namedServices.has(each))
  return (
    <div className={`pb-[0.5em] ${shown.length <= maxUnbrokenServices ? 'break-inside-avoid' : ''}`}>
      <h2 className="flex break-inside-avoid flex-wrap items-baseline justify-between gap-x-[0.6em] border-b border-line">
        <span className="font-semibold">{name}</span>
        <StateCounts counts={counts} />
      </h2>
      {shown.length > 0 && (
        <ul
          aria-label={name}
          className="break-before-avoid pt-[0.15em] group-data-[form=counts]/wall:hidden group-data-[form=terse]/wall:hidden"
        >
          {shown.map((each) => (
            <li key={each.id} className="flex min-w-0 break-inside-avoid items-baseline gap-[0.4em]">
              <StatusMark status={getShownState(each)} large />
              <span className="line-clamp-2 min-w-0">{each.name}</span>
              <span className="sr-only">{t(`state.${getShownState(each)}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
