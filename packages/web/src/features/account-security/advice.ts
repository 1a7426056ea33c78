import type { AccountSecurity, ApiKey, Passkey } from '@wachta/client'
import { dayMs } from '../../ui/time-units.ts'

const fewCodesLimit = 3
const staleDays = 90

export interface SecurityState {
  readonly security: AccountSecurity
  readonly passkeys: readonly Passkey[]
  readonly apiKeys: readonly ApiKey[]
  readonly now: number
}

/**
 * One recommendation, with the values that its text contains. The codes of `codesOnly` are one-time codes, those of
 * `noCodes` and `fewCodes` recovery codes; `cloned` is about a passkey, `staleKeys` about API keys.
 */
export type Advice =
  | { readonly kind: 'cloned'; readonly name: string }
  | { readonly kind: 'passwordOnly' | 'codesOnly' | 'onePasskey' | 'noCodes' }
  | { readonly kind: 'fewCodes' | 'staleKeys'; readonly count: number }

/** Lists measures that would make the account safer, or prevent a lockout of its holder; most urgent first. */
export function findAdvice({ security, passkeys, apiKeys, now }: SecurityState): Advice[] {
  const { has_authenticator_app, recovery_codes, password_changed_at } = security
  // Users of single sign-on may have no password; then their identity provider asks for the second factor.
  const hasPassword = password_changed_at !== null
  const hasTwoFactor = has_authenticator_app || passkeys.length > 0
  const staleKeys = apiKeys.filter((key) => isUsable(key, now) && getLastUse(key) < now - staleDays * dayMs)
  const clonedPasskeys = passkeys.filter(({ clone_suspected_at }) => clone_suspected_at !== null)
  return [
    ...clonedPasskeys.map(({ name }) => ({ kind: 'cloned' as const, name })),
    ...adviseIf(hasPassword && !hasTwoFactor, { kind: 'passwordOnly' }),
    ...adviseIf(hasTwoFactor && passkeys.length === 0, { kind: 'codesOnly' }),
    ...adviseIf(passkeys.length === 1, { kind: 'onePasskey' }),
    ...adviseIf(hasTwoFactor && recovery_codes === 0, { kind: 'noCodes' }),
    ...adviseIf(hasTwoFactor && recovery_codes > 0 && recovery_codes <= fewCodesLimit, {
      kind: 'fewCodes',
      count: recovery_codes,
    }),
    ...adviseIf(staleKeys.length > 0, { kind: 'staleKeys', count: staleKeys.length }),
  ]
}

const adviseIf = (condition: boolean, advice: Advice): Advice[] => (condition ? [advice] : [])

const isUsable = ({ revoked_at, expires_at }: ApiKey, now: number): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now)

const getLastUse = ({ last_used_at, created_at }: ApiKey): number => Date.parse(last_used_at ?? created_at)
