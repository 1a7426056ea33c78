import type { StatusPageComponent } from '@wachta/client'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useDateTimeTexts } from '../../app/i18n/use-date-time-texts.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { matches } from '../../ui/matches.ts'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useComponentStatus } from './page-status.ts'
import { incidentImpacts, type ShownPostImpact, type ShownPostState, statesByKind } from './post-states.ts'
import { postTexts } from './post-texts.ts'
import { hasEnd, type PostValues } from './post-values.ts'
import { statusPageTexts } from './texts.ts'

interface PostFieldsProps {
  /** The time zone of the times. */
  readonly zone: string
  readonly values: PostValues
  readonly onChange: (change: Partial<PostValues>) => void
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly components: readonly StatusPageComponent[]
  /** A new post has a field for its first update; an existing one has a field for its post-mortem. */
  readonly isNew: boolean
  readonly isStateFixed: boolean
}

/** The fields of a post. */
export function PostFields(props: PostFieldsProps) {
  const { values, onChange, fieldErrors, isNew, isStateFixed } = props
  const texts = useTexts(postTexts)
  return (
    <>
      <FormField label={texts('title')} fieldErrors={fieldErrors.get('title')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={values.title}
            maxLength={200}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && (
          <FormField label={texts('state')} fieldErrors={fieldErrors.get('state')}>
            {(fieldIds) => (
              <Select
                {...fieldIds}
                value={values.state}
                disabled={isStateFixed}
                choices={statesByKind[values.kind].map((value) => ({ value, label: texts(`state.${value}`) }))}
                onChoose={(state) => onChange({ state: state as ShownPostState })}
              />
            )}
          </FormField>
        )}
        {values.kind === 'incident' && (
          <FormField label={texts('impact')} fieldErrors={fieldErrors.get('impact')}>
            {(fieldIds) => (
              <Select
                {...fieldIds}
                value={values.impact}
                choices={incidentImpacts.map((value) => ({ value, label: texts(`impact.${value}`) }))}
                onChoose={(impact) => onChange({ impact: impact as ShownPostImpact })}
              />
            )}
          </FormField>
        )}
      </div>
      <TimeRange {...props} />
      <AffectedComponents {...props} />
      {isNew ? (
        <PostText {...props} field="text" label={texts('text')} hint={texts('textHint')} name="text" />
      ) : (
        <PostText
          {...props}
          field="postMortem"
          label={texts(`postMortem.${values.kind}`)}
          hint={texts(`postMortemHint.${values.kind}`)}
          name="post_mortem"
        />
      )}
    </>
  )
}

interface PostTextProps extends PostFieldsProps {
  readonly field: 'text' | 'postMortem'
  readonly label: string
  readonly hint: string
  /** Its name in the API. */
  readonly name: string
}

function PostText({ values, onChange, fieldErrors, field, label, hint, name }: PostTextProps) {
  return (
    <FormField label={label} hint={hint} fieldErrors={fieldErrors.get(name)}>
      {(fieldIds) => (
        <TextArea
          {...fieldIds}
          rows={5}
          value={values[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </FormField>
  )
}

function TimeRange({ zone, values, onChange, fieldErrors, isNew }: PostFieldsProps) {
  const texts = useTexts(postTexts)
  const dateTimeTexts = useDateTimeTexts(zone)
  const isPlanned = values.kind === 'maintenance' && values.state !== 'completed'
  const fields = [
    { as: 'start', label: texts('start'), hint: isNew ? texts('startHint') : undefined },
    ...(hasEnd(values)
      ? [{ as: 'end', label: texts(isPlanned ? 'plannedEnd' : 'end'), hint: undefined } as const]
      : []),
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ as, label, hint }) => (
        <FormField key={as} label={label} hint={hint} fieldErrors={fieldErrors.get(`${as}_time`)}>
          {(fieldIds) => (
            <DateTimeInput
              fieldIds={fieldIds}
              texts={dateTimeTexts}
              value={values[as]}
              onChange={(value) => onChange({ [as]: value })}
            />
          )}
        </FormField>
      ))}
      <p className="text-sm text-muted sm:col-span-2">{texts('zone', { zone })}</p>
    </div>
  )
}

/** The components of the post, each with its current status. */
function AffectedComponents({ values, onChange, fieldErrors, components }: PostFieldsProps) {
  const texts = useTexts(postTexts)
  const pageTexts = useTexts(statusPageTexts)
  const getStatus = useComponentStatus()
  return (
    <Checklist
      label={texts('affected')}
      choices={components.map((component) => {
        const status = getStatus?.(component)
        return {
          value: String(component.id),
          label: component.name,
          ...(status && { hint: pageTexts(`status.${status}`) }),
        }
      })}
      chosen={values.components}
      onChange={(chosen) => onChange({ components: chosen })}
      matches={matches}
      searchLabel={texts('findComponent')}
      nothing={texts('noComponents')}
      fieldErrors={fieldErrors.get('component_ids') ?? []}
    />
  )
}
