import { lazy } from 'react'

// What the shell needs from features: the live list of services, and the setup of two-factor authentication, because the API rejects everything else until an account that requires it has one.
export { startLive } from '../../features/services/live.ts'

export const LazyTwoFactor = lazy(async () => ({
  default: (await import('../../features/authentication/two-factor.tsx')).TwoFactor,
}))
