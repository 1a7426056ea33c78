import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly doneLabel: string
}

/** Copies a text to the clipboard, and shows that for a moment. */
export function CopyButton({ text, label, doneLabel }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 3000)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <Button size="small" onClick={() => void copyText(text).then(setDone)}>
      <span aria-live="polite">{isDone ? doneLabel : label}</span>
    </Button>
  )
}
