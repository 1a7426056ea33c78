import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { showWarning } from './toast.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly doneLabel: string
  /** The warning if the browser forbids copying. */
  readonly failedText: string
}

/** Copies a text to the clipboard, and shows for a moment that it did. */
export function CopyButton({ text, label, doneLabel, failedText }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 3000)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async () => {
    const isCopied = await copyText(text)
    setDone(isCopied)
    if (!isCopied) showWarning(failedText)
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      <span aria-live="polite">{isDone ? doneLabel : label}</span>
    </Button>
  )
}
