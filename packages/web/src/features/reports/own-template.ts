import type { ReportTemplate } from '@wachta/client'

/** Returns a template that covers this service alone and that the user may create reports from. */
export const findOwnTemplate = (templates: readonly ReportTemplate[], service: number): ReportTemplate | undefined =>
  templates.find(
    ({ scope, tags, permissions }) =>
      permissions?.create_reports === true &&
      !scope.all_services &&
      tags.length === 0 &&
      scope.group_ids?.length === 0 &&
      scope.service_ids?.length === 1 &&
      scope.service_ids[0] === service,
  )
