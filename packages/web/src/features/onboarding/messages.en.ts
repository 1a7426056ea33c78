export const onboarding = {
  'onboarding.add': 'Add service',
} as const
