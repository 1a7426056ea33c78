import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  changeElementKind,
  type ElementDraft,
  type ElementKind,
  elementRoles,
  formatElement,
  parseElement,
  toElementRole,
} from './element-selector.ts'
import { EntryInput } from './entry-input.tsx'
import type { StepTranslate } from './step-texts.ts'
import { useStepTranslate } from './use-step-texts.ts'

interface SelectorInputProps {
  /** Begins the names of the inputs. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly invalid: boolean
}

const typedChoice = 'typed'
const rolePrefix = 'role='

/** Names an element: by what people see, by a test id or by CSS, optionally inside a frame. */
export function SelectorInput({ label, value, onChange, invalid }: SelectorInputProps) {
  const t = useStepTranslate()
  const draft = parseElement(value)
  const [isFrameWanted, setFrameWanted] = useState(() => (draft?.frames.length ?? 0) > 0)
  const frames = draft === null ? [] : draft.frames.length > 0 ? draft.frames : isFrameWanted ? [''] : []
  const set = (next: ElementDraft) =>
    onChange(formatElement({ ...next, frames: next.frames.filter((frame) => frame !== '') }))
  const choose = (choice: string) => {
    const base = draft ?? { frames: [], kind: 'css', value, name: null }
    const role = choice.startsWith(rolePrefix) ? choice.slice(rolePrefix.length) : null
    if (role !== null) set({ ...changeElementKind(base, 'role'), value: role })
    else if (choice !== typedChoice) set(changeElementKind(base, choice as ElementKind))
  }
  return (
    <>
      <Select
        aria-label={`${label}: ${t('elementBy')}`}
        className="!w-36 sm:!w-40"
        value={draft === null ? typedChoice : draft.kind === 'role' ? `${rolePrefix}${draft.value}` : draft.kind}
        choices={listChoices(draft, t)}
        onChoose={choose}
      />
      <EntryInput
        label={`${label}: ${draft?.kind === 'role' ? t('part.name') : t(`elementValue.${draft?.kind ?? typedChoice}`)}`}
        placeholder={draft?.kind === 'role' ? t('elementName') : t(`elementValue.${draft?.kind ?? typedChoice}`)}
        isCode={draft === null || draft.kind === 'css' || draft.kind === 'xpath' || draft.kind === 'testid'}
        invalid={invalid}
        value={draft === null ? value : draft.kind === 'role' ? (draft.name ?? '') : draft.value}
        onChange={(text) => {
          if (draft === null) onChange(text)
          else set(draft.kind === 'role' ? { ...draft, name: text === '' ? null : text } : { ...draft, value: text })
        }}
      />
      {frames.map((frame, index) => (
        <EntryInput
          // biome-ignore lint/suspicious/noArrayIndexKey: frames have nothing else that identifies them
          key={index}
          label={`${label}: ${t('frame')}${frames.length > 1 ? ` ${index + 1}` : ''}`}
          prefix={t('frame')}
          placeholder={t('frameHint')}
          isCode
          invalid={invalid}
          value={frame}
          // A `>` would end the name of the frame.
          onChange={(text) => draft && set({ ...draft, frames: frames.with(index, text.replaceAll('>', '')) })}
        />
      ))}
      {draft !== null && frames.length === 0 && (
        <Button
          kind="quiet"
          size="small"
          // On a phone the button gets its own line, because the next input would seem to belong to it.
          className="text-sm text-muted max-sm:w-full max-sm:justify-start"
          onClick={() => setFrameWanted(true)}
        >
          <Icon name="add" />
          {t('addFrame')}
        </Button>
      )}
    </>
  )
}

/**
 * Lists the kinds of selectors. Each role is a separate choice, because people know elements mainly by their role.
 */
function listChoices(draft: ElementDraft | null, t: StepTranslate) {
  const listKindChoices = (kinds: readonly Exclude<ElementKind, 'role'>[]) =>
    kinds.map((kind) => ({ value: kind as string, label: t(`by.${kind}`) }))
  const roles = elementRoles.map((role) => ({ value: `${rolePrefix}${role}`, label: t(`role.${role}`) }))
  const isOther = draft?.kind === 'role' && toElementRole(draft.value) === undefined
  const other = isOther ? [{ value: `${rolePrefix}${draft.value}`, label: draft.value }] : []
  return [
    { label: t('byRole'), choices: [...roles, ...other] },
    { label: t('byText'), choices: listKindChoices(['label', 'text', 'placeholder']) },
    { label: t('byCode'), choices: listKindChoices(['testid', 'css', 'xpath']) },
    ...(draft === null ? [{ value: typedChoice, label: t('by.typed') }] : []),
  ]
}
