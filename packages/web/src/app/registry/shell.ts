import { lazyPart } from '../routing/lazy-part.ts'

// What the shell needs from features: the live list of services; the setup of two-factor authentication, because the API
// rejects everything else until an account that requires it has one; and the evidence of a check, which opens in front of
// any screen.
export { startLive } from '../../features/services/live.ts'

export const LazyTwoFactor = lazyPart(
  async () => (await import('../../features/authentication/two-factor.tsx')).TwoFactor,
)

export const LazyEvidence = lazyPart(
  async () => (await import('../../features/checks-and-history/evidence/evidence-panel.tsx')).EvidencePanel,
)
