/** The dictionary sets commands between grave accents. */
export function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, place) =>
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
