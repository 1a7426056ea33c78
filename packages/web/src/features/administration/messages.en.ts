export const administration = {
  'administration.packages': 'Packages',
  'administration.package': 'Package',
} as const
