export const maintenance = {
  'maintenance.schedule': 'Schedule maintenance',
  'maintenance.noTime': 'Enter a time.',
} as const
