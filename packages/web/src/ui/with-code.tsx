/** A text with commands between grave accents, as the dictionary of errors sets them. One accent too many changes nothing. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return text
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay in their places
      <code key={place} className="rounded-sm bg-sunken px-1 font-mono text-sm break-words">
        {part}
      </code>
    ),
  )
}
