import { lazyPart } from '../routing/lazy-part.ts'

// The parts of features that the shell needs: the live list of services; the setup of a second factor, because the API
// rejects all other requests while a required one is missing; the passkey that confirms a change of access; and the
// evidence of a check, which opens in front of any screen.
export { startLive } from '../../features/services/live.ts'

export const LazySetupRequired = lazyPart(
  async () => (await import('../../features/account-security/setup-required.tsx')).SetupRequired,
)

export const LazyPasskeyChoice = lazyPart(
  async () => (await import('../../features/passkeys/passkey-choice.tsx')).PasskeyChoice,
)

export const LazyEvidence = lazyPart(
  async () => (await import('../../features/checks-and-history/evidence/evidence-panel.tsx')).EvidencePanel,
)
