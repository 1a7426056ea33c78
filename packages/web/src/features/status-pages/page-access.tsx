import type { StatusPage } from '@wachta/client'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { accessTexts } from './access-texts.ts'
import { PageLink } from './page-link.tsx'
import type { PagePart } from './page-part.ts'
import type { StatusPageValues } from './page-values.ts'
import { PagePasswordField } from './password-field.tsx'
import { statusPageTexts } from './texts.ts'
import { visibilities } from './visibilities.ts'
import { VisitorAccounts } from './visitor-accounts.tsx'

interface AccessFieldsProps extends PagePart {
  /** The stored page; undefined while it is new. */
  readonly page: Partial<StatusPage> | undefined
  readonly owner: number | undefined
  readonly password: string
  readonly onPassword: (password: string) => void
}

/** Who can open a page. */
export function AccessFields({ page, owner, password, onPassword, ...part }: AccessFieldsProps) {
  const { values, fieldErrors, onChange, isReadOnly } = part
  const texts = useTexts(accessTexts)
  const labels = useTexts(statusPageTexts)
  const field = visibilities.find(({ id }) => id === values.visibility)?.field
  return (
    <fieldset disabled={isReadOnly} className="grid min-w-0 gap-4">
      <legend className="mb-3 text-lg font-semibold">{texts('access')}</legend>
      <FormField
        label={texts('visibility')}
        hint={texts(`visibilityHint.${values.visibility}`)}
        fieldErrors={fieldErrors.get('visibility')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.visibility}
            choices={visibilities.map(({ id }) => ({ value: id, label: labels(`visibility.${id}`) }))}
            onChoose={(visibility) => onChange({ visibility: visibility as StatusPageValues['visibility'] })}
          />
        )}
      </FormField>
      {field === 'allowedAddresses' && <AllowedAddresses {...part} />}
      {field === 'password' && !isReadOnly && (
        <PagePasswordField
          password={password}
          onChange={onPassword}
          isSet={page?.has_password === true}
          fieldErrors={fieldErrors.get('password')}
        />
      )}
      {field === 'link' && !isReadOnly && <PageLink page={page} />}
      {field === 'visitorAccounts' && <VisitorAccounts {...part} owner={owner} />}
      <PublishingFields {...part} />
    </fieldset>
  )
}

function AllowedAddresses({ values, onChange, fieldErrors }: PagePart) {
  const texts = useTexts(accessTexts)
  return (
    <FormField
      label={texts('allowedAddresses')}
      hint={texts('allowedAddressesHint')}
      fieldErrors={[...fieldErrors]
        .filter(([field]) => field.startsWith('allowed_addresses'))
        .flatMap(([, each]) => each)}
    >
      {(fieldIds) => (
        <TextArea
          {...fieldIds}
          spellCheck={false}
          value={values.allowedAddresses}
          onChange={(event) => onChange({ allowedAddresses: event.target.value })}
        />
      )}
    </FormField>
  )
}

function PublishingFields({ values, onChange, isReadOnly }: PagePart) {
  const texts = useTexts(accessTexts)
  // The setting has no effect on other pages: visitors cannot subscribe to them.
  const isOpenToAll = values.visibility === 'public' || values.visibility === 'unlisted'
  return (
    <>
      <FormField
        label={texts('isPublished')}
        hint={texts(values.isPublished ? 'isPublishedHint.on' : 'isPublishedHint.off')}
        isBeside
      >
        {(fieldIds) => (
          <Switch
            fieldIds={fieldIds}
            disabled={isReadOnly}
            checked={values.isPublished}
            onChange={(isPublished) => onChange({ isPublished })}
          />
        )}
      </FormField>
      {isOpenToAll && (
        <FormField label={texts('allowsSubscribers')} hint={texts('allowsSubscribersHint')} isBeside>
          {(fieldIds) => (
            <Switch
              fieldIds={fieldIds}
              disabled={isReadOnly}
              checked={values.allowsSubscribers}
              onChange={(allowsSubscribers) => onChange({ allowsSubscribers })}
            />
          )}
        </FormField>
      )}
    </>
  )
}
