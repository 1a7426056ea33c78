import { useId } from 'react'
import { Select } from '../../../ui/select.tsx'
import {
  type ActionGroup,
  type ActionKind,
  type ActionPart,
  actionGroups,
  changeActionKind,
  changeActionPart,
  getActionKind,
  listActionParts,
  pressedKeys,
} from './action-model.ts'
import { EntryInput } from './entry-input.tsx'
import type { StepEntry } from './entry-kinds.ts'
import { Problems } from './problems.tsx'
import { SelectorInput } from './selector-input.tsx'
import type { StepTranslate } from './step-texts.ts'
import { useStepTranslate } from './use-step-texts.ts'

interface ActionRowProps {
  /** Begins the names of the inputs, such as "Action 2". */
  readonly label: string
  readonly action: StepEntry
  readonly problems: readonly string[]
  readonly onChange: (action: StepEntry) => void
}

/** The inputs of one action: its kind, the element that it acts on, and its value. */
export function ActionRow({ label, action, problems, onChange }: ActionRowProps) {
  const t = useStepTranslate()
  const kind = getActionKind(action)
  const parts = listActionParts(action)
  return (
    <>
      <Select
        aria-label={`${label}: ${t('kind')}`}
        className="self-start"
        value={kind}
        choices={(Object.keys(actionGroups) as ActionGroup[]).map((group) => ({
          label: t(`group.${group}`),
          choices: actionGroups[group].map((each) => ({ value: each, label: t(`action.${each}`) })),
        }))}
        onChoose={(next) => onChange(changeActionKind(action, next as ActionKind))}
      />
      <div className="grid min-w-0 content-start gap-2">
        {parts.length === 0 && <p className="flex min-h-(--control) items-center text-muted">{t('screenshotHint')}</p>}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {parts.map((part) => {
            const invalid = problems.length > 0
            const change = (value: string) => onChange(changeActionPart(action, part.name, value))
            const name = getPartLabel(part, kind, t)
            return part.input === 'selector' ? (
              <SelectorInput key={part.name} label={label} value={part.value} invalid={invalid} onChange={change} />
            ) : (
              <PartInput
                key={part.name}
                label={`${label}: ${name}`}
                placeholder={name}
                {...(parts.length > 1 && { prefix: getPrefix(part, t) })}
                part={part}
                invalid={invalid}
                onChange={change}
              />
            )
          })}
        </div>
        <Problems texts={problems} />
      </div>
    </>
  )
}

interface PartInputProps {
  readonly label: string
  readonly placeholder: string
  readonly prefix?: string
  readonly part: ActionPart
  readonly invalid: boolean
  readonly onChange: (value: string) => void
}

function PartInput({ part: { input, value }, ...rest }: PartInputProps) {
  const id = useId()
  const isCode = input !== 'text' && input !== 'key'
  if (input !== 'key') return <EntryInput {...rest} value={value} isCode={isCode} />
  return (
    <>
      <EntryInput {...rest} value={value} list={id} />
      <datalist id={id}>
        {pressedKeys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  )
}

function getPartLabel({ input }: ActionPart, kind: ActionKind, t: StepTranslate): string {
  if (input === 'attribute' || input === 'variable') return t(`input.${input}`)
  const namedInput = namedInputs.find((each) => each === kind)
  return namedInput === undefined ? t('part.value') : t(`input.${namedInput}`)
}

/** One word for the input beside an element. */
const getPrefix = ({ input }: ActionPart, t: StepTranslate): string =>
  input === 'attribute' || input === 'variable' ? t(`prefix.${input}`) : t('part.value')

const namedInputs = [
  'open',
  'fill',
  'select',
  'press',
  'expect_text',
  'expect_no_text',
  'expect_url',
  'expect_status',
  'expect_download',
] as const satisfies readonly ActionKind[]
