import type { AccountSecurity, ApiKey, Passkey } from '@wachta/client'
import { dayMs } from '../../ui/time-units.ts'

const fewCodes = 3
const staleDays = 90

export interface SecurityState {
  readonly security: AccountSecurity
  readonly passkeys: readonly Passkey[]
  readonly apiKeys: readonly ApiKey[]
  readonly now: number
}

/** One thing that is missing, with the figures that its sentence contains. */
export type Advice =
  | { readonly kind: 'cloned'; readonly name: string }
  | { readonly kind: 'passwordOnly' | 'codesOnly' | 'onePasskey' | 'noCodes' }
  | { readonly kind: 'fewCodes' | 'staleKeys'; readonly count: number }

/** Lists what would make the account safer, or keep its holder from being locked out; the most urgent first. */
export function findAdvice({ security, passkeys, apiKeys, now }: SecurityState): Advice[] {
  const { has_authenticator_app, recovery_codes } = security
  const hasTwoFactor = has_authenticator_app || passkeys.length > 0
  const stale = apiKeys.filter((key) => isUsable(key, now) && lastSeen(key) < now - staleDays * dayMs)
  const copied = passkeys.filter(({ clone_suspected_at }) => clone_suspected_at !== null)
  return [
    ...copied.map(({ name }) => ({ kind: 'cloned' as const, name })),
    ...when(!hasTwoFactor, { kind: 'passwordOnly' }),
    ...when(hasTwoFactor && passkeys.length === 0, { kind: 'codesOnly' }),
    ...when(passkeys.length === 1, { kind: 'onePasskey' }),
    ...when(hasTwoFactor && recovery_codes === 0, { kind: 'noCodes' }),
    ...when(hasTwoFactor && recovery_codes > 0 && recovery_codes <= fewCodes, {
      kind: 'fewCodes',
      count: recovery_codes,
    }),
    ...when(stale.length > 0, { kind: 'staleKeys', count: stale.length }),
  ]
}

const when = (isSo: boolean, advice: Advice): Advice[] => (isSo ? [advice] : [])

const isUsable = ({ revoked_at, expires_at }: ApiKey, now: number): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now)

const lastSeen = ({ last_used_at, created_at }: ApiKey): number => Date.parse(last_used_at ?? created_at)
