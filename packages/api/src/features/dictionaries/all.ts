import { artifactTypes } from './artifact-types.ts'
import { contactChannels } from './contact-channels.ts'
import { errorTypeCategoryDictionary } from './error-type-categories.ts'
import { languageDictionary } from './languages.ts'
import { metricTypes } from './metric-types.ts'
import { notificationChannels } from './notification-channels.ts'
import { notificationConditions } from './notification-conditions.ts'
import { notificationModes } from './notification-modes.ts'
import { notificationReasons } from './notification-reasons.ts'
import { recoveryNotificationModes } from './recovery-notification-modes.ts'
import { reportAttachmentTypes } from './report-attachment-types.ts'
import { reportSections } from './report-sections.ts'
import { reportTemplateVariables } from './report-template-variables.ts'
import { reportingPlans } from './reporting-plans.ts'
import { serviceTypeCategories } from './service-type-categories.ts'
import { templateVariables } from './template-variables.ts'
import { timeZones } from './time-zones.ts'

/** All dictionaries; add a new one to this list. */
export const allDictionaries = [
  artifactTypes,
  contactChannels,
  errorTypeCategoryDictionary,
  languageDictionary,
  metricTypes,
  notificationChannels,
  notificationConditions,
  notificationModes,
  notificationReasons,
  recoveryNotificationModes,
  reportAttachmentTypes,
  reportSections,
  reportTemplateVariables,
  reportingPlans,
  serviceTypeCategories,
  templateVariables,
  timeZones,
] as const
