import { createRegistry } from '@wachta/resource'
import { dictionaries } from '../dictionaries/index.ts'
import { account } from './account.ts'
import { adminAccount } from './admin-account.ts'
import { apiKey } from './api-key.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { contact } from './contact.ts'
import { contactAddress } from './contact-address.ts'
import { contactGroup } from './contact-group.ts'
import { contactNotification } from './contact-notification.ts'
import { contactSuspension } from './contact-suspension.ts'
import { contactWeeklySuspension } from './contact-weekly-suspension.ts'
import { correction } from './correction.ts'
import { customTemplate } from './custom-template.ts'
import { defaultTemplate } from './default-template.ts'
import { dictionaryResource } from './dictionary.ts'
import { errorType } from './error-type.ts'
import { escalation } from './escalation.ts'
import { escalationStatus } from './escalation-status.ts'
import { escalationSuspension } from './escalation-suspension.ts'
import { escalationWeeklySuspension } from './escalation-weekly-suspension.ts'
import { event } from './event.ts'
import { eventStatus } from './event-status.ts'
import { eventStatusChange } from './event-status-change.ts'
import { group } from './group.ts'
import { groupShare } from './group-share.ts'
import { groupStats } from './group-stats.ts'
import { mobileDevice } from './mobile-device.ts'
import { notification } from './notification.ts'
import { notificationAddress } from './notification-address.ts'
import { occurrence } from './occurrence.ts'
import { accountPackage, adminPackage } from './package.ts'
import { periodicReportAddress } from './periodic-report-address.ts'
import { reportTemplate } from './report-template.ts'
import { scheduledSuspension } from './scheduled-suspension.ts'
import { sensor } from './sensor.ts'
import { service } from './service.ts'
import { serviceStatus } from './service-status.ts'
import { serviceType } from './service-type.ts'
import { session } from './session.ts'
import { signingKey } from './signing-key.ts'
import { statusChange } from './status-change.ts'
import { subaccount } from './subaccount.ts'
import { suspension } from './suspension.ts'
import { template } from './template.ts'
import { userData } from './user-data.ts'
import { weeklySuspension } from './weekly-suspension.ts'

export { unusedChoices } from './authentication.ts'

/** Every resource of the interface: a new one is a file of its own and a line here. */
export const registry = createRegistry([
  account,
  adminAccount,
  adminPackage,
  apiKey,
  audit,
  authentication,
  contact,
  contactAddress,
  contactGroup,
  contactNotification,
  correction,
  contactSuspension,
  contactWeeklySuspension,
  customTemplate,
  defaultTemplate,
  errorType,
  escalation,
  escalationStatus,
  escalationSuspension,
  escalationWeeklySuspension,
  event,
  eventStatus,
  eventStatusChange,
  group,
  groupShare,
  groupStats,
  mobileDevice,
  notification,
  notificationAddress,
  occurrence,
  accountPackage,
  scheduledSuspension,
  periodicReportAddress,
  reportTemplate,
  sensor,
  service,
  serviceStatus,
  serviceType,
  session,
  signingKey,
  statusChange,
  subaccount,
  suspension,
  template,
  userData,
  weeklySuspension,
  ...dictionaries.map(dictionaryResource),
])
