import type { StatusPageComponent } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
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
  readonly values: PostValues
  readonly onChange: (change: Partial<PostValues>) => void
  readonly faults: ReadonlyMap<string, readonly string[]>
  readonly components: readonly StatusPageComponent[]
  /** Only a new post has a first update; later ones are added below. */
  readonly isNew: boolean
}

/** The fields of a post. */
export function PostFields(props: PostFieldsProps) {
  const { values, onChange, faults, isNew } = props
  const texts = useTexts(postTexts)
  return (
    <>
      <FormField label={texts('title')} faults={faults.get('title')}>
        {(described) => (
          <TextInput
            {...described}
            value={values.title}
            maxLength={200}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && (
          <FormField label={texts('state')} faults={faults.get('state')}>
            {(described) => (
              <Select
                {...described}
                value={values.state}
                choices={statesByKind[values.kind].map((value) => ({ value, label: texts(`state.${value}`) }))}
                onChoose={(state) => onChange({ state: state as ShownPostState })}
              />
            )}
          </FormField>
        )}
        {values.kind === 'incident' && (
          <FormField label={texts('impact')} faults={faults.get('impact')}>
            {(described) => (
              <Select
                {...described}
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
        <PostText {...props} field="text" hint={texts('textHint')} name="text" />
      ) : (
        <PostText {...props} field="postMortem" hint={texts('postMortemHint')} name="post_mortem" />
      )}
    </>
  )
}

interface PostTextProps extends PostFieldsProps {
  readonly field: 'text' | 'postMortem'
  readonly hint: string
  /** What the API calls it. */
  readonly name: string
}

function PostText({ values, onChange, faults, field, hint, name }: PostTextProps) {
  const texts = useTexts(postTexts)
  return (
    <FormField label={texts(field)} hint={hint} faults={faults.get(name)}>
      {(described) => (
        <TextArea
          {...described}
          rows={5}
          value={values[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </FormField>
  )
}

function TimeRange({ values, onChange, faults, isNew }: PostFieldsProps) {
  const { formats } = useI18n()
  const texts = useTexts(postTexts)
  const dateTimeTexts = useDateTimeTexts(formats.timeZone)
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
        <FormField key={as} label={label} hint={hint} faults={faults.get(`${as}_time`)}>
          {(described) => (
            <DateTimeInput
              described={described}
              texts={dateTimeTexts}
              value={values[as]}
              onChange={(value) => onChange({ [as]: value })}
            />
          )}
        </FormField>
      ))}
      <p className="text-sm text-muted sm:col-span-2">{texts('zone', { zone: formats.timeZone })}</p>
    </div>
  )
}

/** What the post is about, each component with its status now. */
function AffectedComponents({ values, onChange, faults, components }: PostFieldsProps) {
  const texts = useTexts(postTexts)
  const pageTexts = useTexts(statusPageTexts)
  const statusOf = useComponentStatus()
  return (
    <Checklist
      label={texts('affected')}
      choices={components.map((component) => {
        const status = statusOf?.(component)
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
      faults={faults.get('component_ids') ?? []}
    />
  )
}
