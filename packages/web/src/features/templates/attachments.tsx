import { useI18n } from '../../app/i18n/language.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { matches } from '../../ui/matches.ts'
import { useArtifactTypes } from '../dictionaries/queries.ts'
import { changeArtifactTypes } from './artifact-types.ts'

interface AttachmentsProps {
  /** The ids of artifact types, in the order in which they are attached. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly fieldErrors: readonly string[]
  readonly isReadOnly: boolean
}

/** Selects the evidence that is attached to a notification of a failure. */
export function Attachments({ chosen, onChange, fieldErrors, isReadOnly }: AttachmentsProps) {
  const { t } = useI18n()
  const types = useArtifactTypes()
  return (
    <div className="grid gap-1.5">
      <Checklist
        label={t('template.attachments')}
        choices={[...types.values()].toSorted(compareNames).map(({ id, name }) => ({ value: id, label: name }))}
        chosen={new Set(chosen)}
        onChange={(selected) => onChange(changeArtifactTypes(chosen, selected))}
        matches={matches}
        searchLabel={t('template.searchAttachments')}
        nothing={t('filters.nothing')}
        fieldErrors={fieldErrors}
        disabled={isReadOnly}
      />
      <p className="text-sm text-muted">{t('template.attachmentsHint')}</p>
    </div>
  )
}
