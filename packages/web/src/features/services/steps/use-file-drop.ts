import { useEffect, useRef, useState } from 'react'

/** Passes on a file that is dropped on the element. `isOver` is true while a file is dragged over it. */
export function useFileDrop<Root extends HTMLElement>(onFile: ((file: File) => void) | null) {
  const root = useRef<Root>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = root.current
    if (element === null || onFile === null) return
    const listeners = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      element.addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && handle(event), {
        signal: listeners.signal,
      })
    listen('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', ({ relatedTarget }) => element.contains(relatedTarget as Node | null) || setOver(false))
    listen('drop', (event) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file) onFile(file)
    })
    return () => listeners.abort()
  }, [onFile])
  return { root, isOver }
}
