import { useI18n } from '../../../app/i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { inputClass } from '../../../ui/text-input.tsx'
import { changeKind, type EntryKinds, findEntryKind, moveItem, type StepEntry } from './step-model.ts'
import { textOf } from './step-values.ts'

interface EntryRowsProps<Kinds extends EntryKinds> {
  /** The name of the list. */
  readonly label: string
  readonly add: string
  readonly kinds: Kinds
  readonly nameOf: (kind: keyof Kinds & string) => string
  /** The entry that "add" appends. */
  readonly blank: StepEntry
  /** Fields that entries of all kinds have, with their labels. */
  readonly always?: readonly (readonly [name: string, label: string])[]
  readonly entries: readonly StepEntry[]
  readonly onChange: (entries: readonly StepEntry[]) => void
  readonly disabled: boolean
}

/** A list in a step: each row has a kind and the parts of its value. */
export function EntryRows<Kinds extends EntryKinds>({
  label,
  add,
  blank,
  entries,
  onChange,
  ...rest
}: EntryRowsProps<Kinds>) {
  const { t } = useI18n()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else that identifies them
        <div key={index} className="flex flex-wrap gap-2">
          <Entry
            {...rest}
            label={`${label} ${index + 1}`}
            entry={entry}
            onChange={(next) => onChange(entries.with(index, next))}
          />
          {!rest.disabled && (
            <>
              <Button
                kind="quiet"
                size="small"
                disabled={index === 0}
                aria-label={t('steps.moveEntryUp', { label, number: index + 1 })}
                onClick={() => onChange(moveItem(entries, index, -1))}
              >
                <span aria-hidden="true">↑</span>
              </Button>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('steps.removeEntry', { label, number: index + 1 })}
                onClick={() => onChange(entries.toSpliced(index, 1))}
              >
                <Icon name="close" />
              </Button>
            </>
          )}
        </div>
      ))}
      {!rest.disabled && (
        <div>
          <Button size="small" onClick={() => onChange([...entries, blank])}>
            {add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface EntryProps<Kinds extends EntryKinds>
  extends Pick<EntryRowsProps<Kinds>, 'label' | 'kinds' | 'nameOf' | 'always' | 'disabled'> {
  readonly entry: StepEntry
  readonly onChange: (entry: StepEntry) => void
}

function Entry<Kinds extends EntryKinds>({ label, kinds, nameOf, always = [], entry, onChange }: EntryProps<Kinds>) {
  const { t } = useI18n()
  const kind = findEntryKind(entry, kinds) ?? ''
  const parts = kinds[kind] ?? 'text'
  const value = entry[kind]
  return (
    <>
      {always.map(([name, title]) => (
        <EntryInput
          key={name}
          label={`${label}: ${title}`}
          placeholder={title}
          value={textOf(entry, name)}
          onChange={(text) => onChange({ ...entry, [name]: text })}
        />
      ))}
      <Select
        aria-label={`${label}: ${t('steps.kind')}`}
        className="!w-auto max-w-full"
        value={kind}
        choices={Object.keys(kinds).map((each) => ({ value: each, label: nameOf(each) }))}
        onChoose={(next) => onChange(changeKind(entry, next, kinds))}
      />
      {typeof parts === 'string' ? (
        <EntryInput
          label={`${label}: ${t('settings.rowValue')}`}
          isNumber={parts === 'number'}
          value={textOf(entry, kind)}
          onChange={(text) => onChange({ ...entry, [kind]: parts === 'number' ? toNumber(text) : text })}
        />
      ) : (
        parts.map((part) => (
          <EntryInput
            key={part}
            label={`${label}: ${t(`steps.part.${toPart(part)}`)}`}
            placeholder={t(`steps.part.${toPart(part)}`)}
            value={textOf(value as StepEntry, part)}
            onChange={(text) => onChange({ ...entry, [kind]: { ...(value as StepEntry), [part]: text } })}
          />
        ))
      )}
    </>
  )
}

const namedParts = ['name', 'regex', 'path', 'value', 'selector'] as const
const toPart = (part: string) => namedParts.find((each) => each === part) ?? 'value'

/** What is no number is not entered. */
const toNumber = (text: string): number => Number(text.replace(/\D/g, '').slice(0, 9))

interface EntryInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
  readonly isNumber?: boolean
}

function EntryInput({ label, value, onChange, placeholder, isNumber = false }: EntryInputProps) {
  return (
    <input
      type="text"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} min-w-32 !w-auto grow basis-40 font-mono text-sm`}
    />
  )
}
