import {
  type ComponentStatus,
  type GroupRule,
  getGroupComponentStatus,
  type ShownService,
} from '@wachta/domain/status-page'

/** A component with the services that it shows. */
export interface MeasuredComponent {
  /** Null unless it was set by hand. */
  readonly manualStatus: ComponentStatus | null
  readonly groupRule: GroupRule['kind']
  /** A percentage. */
  readonly groupShare: number
  readonly services: readonly ShownService[]
}

/** A component with a single service is a group of one: it fails with the service, whatever the rule of the group. */
export const getComponentStatus = ({
  manualStatus,
  groupRule,
  groupShare,
  services,
}: MeasuredComponent): ComponentStatus =>
  manualStatus ??
  getGroupComponentStatus(
    services,
    groupRule === 'share' ? { kind: 'share', percent: groupShare } : { kind: groupRule },
  )
