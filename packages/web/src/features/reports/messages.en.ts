export const reports = {
  'reports.title': 'Reports',
  'report.dialog': 'Report…',
  'reportTemplate.remove': 'Remove {name}',
  'reportTemplate.recipients': 'Recipients',
} as const
