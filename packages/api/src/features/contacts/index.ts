import type { Feature } from '../../platform/feature.ts'
import { addressVerificationOperations } from './address-verification.ts'
import { contactKind } from './apply.ts'
import { contact } from './contact.ts'
import { contactAddress } from './contact-address.ts'
import { contactGroup } from './contact-group.ts'
import { contactSuspension } from './contact-suspension.ts'
import { contactWeeklySuspension } from './contact-weekly-suspension.ts'
import { notificationAddress } from './notification-address.ts'
import { periodicReportAddress } from './periodic-report-address.ts'
import { serviceAddressOperations } from './service-addresses.ts'
import { testContactOperation } from './test-contact.ts'
import { testSmsOperations } from './test-sms.ts'

export const feature: Feature = {
  resources: [
    contact,
    contactAddress,
    contactGroup,
    contactSuspension,
    contactWeeklySuspension,
    notificationAddress,
    periodicReportAddress,
  ],
  operations: (context) => [
    ...serviceAddressOperations(context),
    testContactOperation,
    ...testSmsOperations,
    ...addressVerificationOperations(),
  ],
  applyKinds: () => [contactKind],
}
