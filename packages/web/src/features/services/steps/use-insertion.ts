import { type FocusEvent, useRef } from 'react'
import { useI18n } from '../../../app/i18n/language.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast, showWarning } from '../../../ui/toast.tsx'
import { useStepTranslate } from './use-step-texts.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Inserts texts into the field that was edited last, or copies them if there is none. */
export function useInsertion() {
  const { t: common } = useI18n()
  const t = useStepTranslate()
  const lastField = useRef<TextElement>(null)
  return {
    /** Remembers the field that gets the focus; a handler for an element around all fields. */
    onFocus({ target }: FocusEvent) {
      if (isTextElement(target)) lastField.current = target
    },
    insert(text: string) {
      const field = lastField.current
      if (field?.isConnected && !field.disabled) return insertIntoField(field, text)
      void copyText(text).then((isCopied) =>
        isCopied ? showToast(t('variableCopied', { variable: text })) : showWarning(common('common.notCopied')),
      )
    },
  }
}

const isTextElement = (element: Element): element is TextElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

function insertIntoField(field: TextElement, text: string): void {
  const end = field.value.length
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
  // React controls the field and notices the change only by this event.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
