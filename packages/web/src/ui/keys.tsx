/** Keys as labelled on a keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-edge bg-sunken px-1.5 py-0.5 text-center font-mono text-xs text-ink"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
