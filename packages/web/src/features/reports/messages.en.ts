export const reports = {
  'reports.title': 'Reports',
  'report.dialog': 'Create report…',
  'reportTemplate.remove': 'Remove {name}',
  'reportTemplate.recipients': 'Recipients',
} as const
