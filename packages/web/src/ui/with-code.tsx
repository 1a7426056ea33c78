/**
 * A text with commands between backticks, as in the dictionary of error types. An unmatched backtick is shown as it is.
 */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return text
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay in their places
      <code key={index} className="rounded-sm bg-sunken px-0.5 font-mono text-sm break-words">
        {part}
      </code>
    ),
  )
}
