import { Select } from '../../../ui/select.tsx'
import { EntryInput } from './entry-input.tsx'
import { changeKind, type EntryKinds, findEntryKind, type StepEntry } from './entry-kinds.ts'
import { getText } from './step-values.ts'
import { useStepTranslate } from './use-step-texts.ts'

interface EntryRowProps<Kinds extends EntryKinds> {
  /** Begins the names of the inputs, such as "Assertions 2". */
  readonly label: string
  readonly kinds: Kinds
  readonly getKindName: (kind: keyof Kinds & string) => string
  /** Fields that entries of all kinds have, with their labels. */
  readonly commonFields?: readonly (readonly [name: string, label: string])[]
  readonly entry: StepEntry
  readonly onChange: (entry: StepEntry) => void
}

/** The inputs of an assertion or of a variable: its kind and the parts of its value. */
export function EntryRow<Kinds extends EntryKinds>(props: EntryRowProps<Kinds>) {
  const { label, kinds, getKindName, commonFields = [], entry, onChange } = props
  const t = useStepTranslate()
  const kind = findEntryKind(entry, kinds) ?? ''
  const parts = kinds[kind] ?? 'text'
  const value = entry[kind]
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      {commonFields.map(([name, title]) => (
        <EntryInput
          key={name}
          label={`${label}: ${title}`}
          placeholder={title}
          isCode
          value={getText(entry, name)}
          onChange={(text) => onChange({ ...entry, [name]: text })}
        />
      ))}
      <Select
        aria-label={`${label}: ${t('kind')}`}
        className="!w-auto max-w-full"
        value={kind}
        choices={Object.keys(kinds).map((each) => ({ value: each, label: getKindName(each) }))}
        onChoose={(next) => onChange(changeKind(entry, next, kinds))}
      />
      {typeof parts === 'string' ? (
        <EntryInput
          label={`${label}: ${t('part.value')}`}
          isNumber={parts === 'number'}
          isCode
          value={getText(entry, kind)}
          onChange={(text) => onChange({ ...entry, [kind]: parts === 'number' ? toNumber(text) : text })}
        />
      ) : (
        parts.map((part: string) => (
          <EntryInput
            key={part}
            label={`${label}: ${t(`part.${toPart(part)}`)}`}
            placeholder={t(`part.${toPart(part)}`)}
            isCode
            value={getText(value as StepEntry, part)}
            onChange={(text) => onChange({ ...entry, [kind]: { ...(value as StepEntry), [part]: text } })}
          />
        ))
      )}
    </div>
  )
}

const namedParts = ['name', 'regex', 'path', 'value'] as const
const toPart = (part: string) => namedParts.find((each) => each === part) ?? 'value'

/** Ignores everything but digits. */
const toNumber = (text: string): number => Number(text.replace(/\D/g, '').slice(0, 9))
