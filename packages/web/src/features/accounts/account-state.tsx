import type { Account } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'

const stateStatuses = {
  blocked: 'failure',
  waiting: 'warning',
  readOnly: 'ok',
  active: 'ok',
} as const satisfies Readonly<Record<string, Status>>

type State = keyof typeof stateStatuses

/** Returns the state of an account; if several apply, the most serious one. */
export const getAccountState = (account: Pick<Account, 'is_blocked' | 'is_activated' | 'is_read_only'>): State => {
  if (account.is_blocked) return 'blocked'
  if (!account.is_activated) return 'waiting'
  return account.is_read_only ? 'readOnly' : 'active'
}

export function AccountState({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const state = getAccountState(account)
  const isUser = account.parent_account_id !== null
  return <StatusMark status={stateStatuses[state]} text={t(isUser ? `userState.${state}` : `accountState.${state}`)} />
}
