import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { accessTexts } from './access-texts.ts'
import type { PagePart } from './page-part.ts'
import { listVisitorAccounts } from './visitor-account-list.ts'

interface VisitorAccountsProps extends PagePart {
  readonly owner: number | undefined
}

/** The sub-accounts whose users may open the page; nothing for an account that has none. */
export function VisitorAccounts({ values, onChange, fieldErrors, isReadOnly, owner }: VisitorAccountsProps) {
  const { t } = useI18n()
  const texts = useTexts(accessTexts)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const choices = listVisitorAccounts(accounts, owner).map(({ id, name, username }) => ({
    value: String(id),
    label: `${name} · ${username}`,
  }))
  if (choices.length === 0 && values.visitorAccounts.length === 0) return null
  return (
    <FormField
      label={texts('visitorAccounts')}
      hint={texts('visitorAccountsHint')}
      fieldErrors={[...fieldErrors]
        .filter(([field]) => field.startsWith('visitor_account_ids'))
        .flatMap(([, each]) => each)}
    >
      {(fieldIds) => (
        <ChipCombobox
          fieldIds={fieldIds}
          disabled={isReadOnly}
          choices={choices}
          values={values.visitorAccounts}
          onChange={(visitorAccounts) => onChange({ visitorAccounts })}
          placeholder={texts('noVisitorAccounts')}
          nothing={t('filters.nothing')}
          removeLabel={(name) => texts('removeVisitorAccount', { name })}
        />
      )}
    </FormField>
  )
}
