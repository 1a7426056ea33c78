import { useTexts } from '../../app/i18n/own-texts.ts'
import { useUnitTexts } from '../../app/i18n/use-unit-texts.ts'
import { DurationInput } from '../../ui/duration-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { announcementLabels } from './announcement-labels.ts'
import { AnnouncementTexts } from './announcement-texts.tsx'
import { type AnnouncementFormValues, listExamples } from './announcement-values.ts'
import type { PagePart } from './page-part.ts'
import type { ShownPreview } from './shown-preview.tsx'

interface PageAnnouncementsProps extends PagePart {
  /** Called with what the preview should show, so that authors see the text that they write. */
  readonly onShow: (shown: ShownPreview) => void
}

/** Settings and texts of automatic posts. */
export function PageAnnouncements(props: PageAnnouncementsProps) {
  const { values, isReadOnly } = props
  const texts = useTexts(announcementLabels)
  return (
    <fieldset disabled={isReadOnly} className="grid min-w-0 gap-4">
      <legend className="mb-1 text-lg font-semibold">{texts('title')}</legend>
      <p className="text-sm text-muted">{texts('about')}</p>
      <IncidentMode {...props} />
      <MaintenanceMode {...props} />
      {listExamples(values).length > 0 && <AnnouncementTexts {...props} />}
    </fieldset>
  )
}

function IncidentMode({ values, onChange, fieldErrors }: PagePart) {
  const texts = useTexts(announcementLabels)
  const units = useUnitTexts()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        label={texts('incidentPosts')}
        hint={texts(`incidentPostsHint.${values.incidentPosts}`)}
        fieldErrors={fieldErrors.get('incident_posts')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.incidentPosts}
            choices={(['none', 'draft', 'published'] as const).map((value) => ({
              value,
              label: texts(`incidentPosts.${value}`),
            }))}
            onChoose={(mode) => onChange({ incidentPosts: mode as AnnouncementFormValues['incidentPosts'] })}
          />
        )}
      </FormField>
      {values.incidentPosts !== 'none' && (
        <FormField
          label={texts('delay')}
          hint={texts('delayHint')}
          fieldErrors={fieldErrors.get('incident_post_delay')}
        >
          {(fieldIds) => (
            <DurationInput
              {...units}
              fieldIds={fieldIds}
              seconds={values.incidentPostDelay}
              onChange={(incidentPostDelay) => onChange({ incidentPostDelay })}
            />
          )}
        </FormField>
      )}
    </div>
  )
}

function MaintenanceMode({ values, onChange, fieldErrors }: PagePart) {
  const texts = useTexts(announcementLabels)
  const units = useUnitTexts()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        label={texts('maintenancePosts')}
        hint={texts('maintenanceHint')}
        fieldErrors={fieldErrors.get('maintenance_posts')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.maintenancePosts}
            choices={(['none', 'published'] as const).map((value) => ({
              value,
              label: texts(`maintenancePosts.${value}`),
            }))}
            onChoose={(mode) => onChange({ maintenancePosts: mode as AnnouncementFormValues['maintenancePosts'] })}
          />
        )}
      </FormField>
      {values.maintenancePosts !== 'none' && (
        <FormField label={texts('notice')} fieldErrors={fieldErrors.get('maintenance_notice')}>
          {(fieldIds) => (
            <DurationInput
              {...units}
              fieldIds={fieldIds}
              seconds={values.maintenanceNotice}
              onChange={(maintenanceNotice) => onChange({ maintenanceNotice })}
            />
          )}
        </FormField>
      )}
    </div>
  )
}
