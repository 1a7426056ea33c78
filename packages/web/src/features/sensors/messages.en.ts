export const sensors = {
  'sensors.private': 'private',
} as const
