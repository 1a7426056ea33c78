/** The tags next to a name. */
export function TagList({ label, tags }: { readonly label: string; readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-1">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-40 truncate rounded-sm border border-line bg-sunken px-1.5 text-xs leading-5 text-muted"
        >
          {tag}
        </li>
      ))}
    </ul>
  )
}
